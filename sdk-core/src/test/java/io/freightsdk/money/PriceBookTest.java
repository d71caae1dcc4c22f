package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.PriceBook;
import io.freightsdk.PriceQuote;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PriceBookTest extends MoneyTest {
  private final FreightClient client = client(builder());

  @Test
  void aQuoteIsTheLivePriceTimesTheCount() {
    PriceQuote quote = client.quote(Operation.CREATE_LOAD, 3);
    assertThat(quote.unitPriceUsd()).isEqualByComparingTo(CREATE);
    assertThat(quote.totalUsd()).isEqualByComparingTo("1.95");
    assertThat(quote.asOf()).isEqualTo(world.now());
    assertThat(client.quote(Operation.GET_BALANCE, 9).totalUsd()).isZero();
    assertThat(CallStyle.join(client.async().quote(Operation.GET_LOAD_POSITION, 50)).totalUsd())
        .isEqualByComparingTo("1.00");
    assertThatThrownBy(() -> client.quote(Operation.CREATE_LOAD, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAsynchronousQuoteNeverThrows() {
    CompletableFuture<PriceQuote> quote = client.async().quote(Operation.CREATE_LOAD, -1);
    assertThat(quote).isCompletedExceptionally();
    assertThatThrownBy(quote::join)
        .hasCauseInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("count: expected 0 or more, got -1");
  }

  @Test
  void manyCallersShareOneRequest() {
    server.faults().next(Operation.GET_PRICING, Fault.delay(Duration.ofMillis(200)));
    List<CompletableFuture<PriceQuote>> quotes = new ArrayList<>();
    for (int i = 0; i < 50; i++) quotes.add(client.async().quote(Operation.CREATE_LOAD, 1));
    // One caller that gives up takes nothing from the others.
    quotes.remove(0).cancel(true);
    quotes.forEach(CallStyle::join);
    assertThat(arrived(Operation.GET_PRICING)).isEqualTo(1);
  }

  @Test
  void aPriceIsRefreshedInTheBackgroundBeforeItExpires() {
    client.quote(Operation.CREATE_LOAD, 1);
    server.price("load_create", "0.70");
    world.advance(Duration.ofSeconds(7));
    assertThat(client.quote(Operation.CREATE_LOAD, 1).totalUsd()).isEqualByComparingTo("0.65");
    assertThat(arrived(Operation.GET_PRICING)).isEqualTo(1);

    world.advance(Duration.ofSeconds(1));
    PriceQuote meanwhile = client.quote(Operation.CREATE_LOAD, 1);
    assertThat(meanwhile.age()).isEqualTo(Duration.ofSeconds(8));
    world.settle();
    assertThat(client.quote(Operation.CREATE_LOAD, 1).totalUsd()).isEqualByComparingTo("0.70");
    assertThat(arrived(Operation.GET_PRICING)).isEqualTo(2);
  }

  @Test
  void changesOfPricesAreTold() {
    List<PriceBook.Change> heard = new CopyOnWriteArrayList<>();
    client.quote(Operation.CREATE_LOAD, 1);
    Runnable unsubscribe = client.prices().onChange(heard::add);
    server.price("position_read", "0.03");
    world.advance(Duration.ofMinutes(5));
    client.quote(Operation.CREATE_LOAD, 1);
    world.settle();
    assertThat(heard)
        .containsExactly(new PriceBook.Change("position_read", READ, usd("0.03"), world.now()));

    unsubscribe.run();
    server.price("position_read", "0.04");
    world.advance(Duration.ofMinutes(5));
    client.quote(Operation.CREATE_LOAD, 1);
    world.settle();
    assertThat(heard).hasSize(1);
  }

  @Test
  void aListenerThatThrowsDoesNotKeepTheOthersFromHearing() {
    List<PriceBook.Change> heard = new ArrayList<>();
    client
        .prices()
        .onChange(
            change -> {
              throw new NoClassDefFoundError("com/example/Missing");
            });
    client.prices().onChange(heard::add);
    client.quote(Operation.CREATE_LOAD, 1);
    server.price("load_create", "0.70");
    world.advance(Duration.ofMinutes(5));
    client.quote(Operation.CREATE_LOAD, 1);
    world.settle();
    assertThat(heard).hasSize(1);
  }

  @Test
  void theLastKnownPriceStandsWithItsAgeWhileTheServiceFails() {
    client.quote(Operation.CREATE_LOAD, 1);
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    world.advance(Duration.ofHours(2));
    PriceQuote quote = client.quote(Operation.CREATE_LOAD, 1);
    assertThat(quote.unitPriceUsd()).isEqualByComparingTo(CREATE);
    assertThat(quote.age()).isEqualTo(Duration.between(World.START, world.now()));

    long asked = arrived(Operation.GET_PRICING);
    client.quote(Operation.CREATE_LOAD, 1);
    assertThat(arrived(Operation.GET_PRICING)).as("no hammering").isEqualTo(asked);
  }

  @Test
  void withoutAnyPriceAQuoteFailsAsTheReadingDid() {
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> client.quote(Operation.CREATE_LOAD, 1));
    assertThat(failure.operation()).isEqualTo(Operation.GET_PRICING);
    server.faults().clear();
    world.advance(Duration.ofSeconds(5));
    assertThat(client.quote(Operation.CREATE_LOAD, 1).totalUsd()).isEqualByComparingTo(CREATE);
  }

  @ParameterizedTest
  @EnumSource
  void aCallAboveItsMaxPriceIsNotSent(CallStyle style) {
    server.price("load_create", "0.75");
    CallOptions options = CallOptions.builder().maxPrice(usd("0.70")).build();
    PriceLimitExceededException refusal =
        catchThrowableOfType(
            PriceLimitExceededException.class,
            () -> style.createLoad(client, Loads.twoStops(), options));
    assertThat(refusal.priceUsd()).isEqualByComparingTo("0.75");
    assertThat(refusal.maxPriceUsd()).isEqualByComparingTo("0.70");
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(arrived(Operation.CREATE_LOAD)).isZero();

    CallOptions enough = CallOptions.builder().maxPrice(usd("0.75")).build();
    style.createLoad(client, Loads.twoStops(), enough);
    assertThat(debited()).isEqualByComparingTo("0.75");
  }

  @Test
  void aMaxPriceIsReadAsDecimalTextOnly() {
    assertThat(CallOptions.builder().maxPrice("0.70").build().maxPrice())
        .isEqualByComparingTo("0.70");
    for (String wrong : new String[] {"0,70", "-0.01", "lots", ""}) {
      assertThatThrownBy(() -> CallOptions.builder().maxPrice(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("maxPrice");
      assertThatThrownBy(() -> builder().maxPrice(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("maxPrice");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallWithLimitsIsNotSentWhileNoPriceCanBeRead(CallStyle style) {
    FreightClient limited = guarded(guard("5"));
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> style.createLoad(limited, Loads.twoStops()));
    assertThat(arrived(Operation.CREATE_LOAD)).isZero();
    assertThat(debited()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aCallWithoutLimitsIsSentAlthoughNoPriceCanBeRead(CallStyle style) {
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    CreateLoadOutcome load = style.createLoad(client, Loads.twoStops());
    assertThat(debited()).isEqualByComparingTo(CREATE);
    assertThat(load.charge()).isEqualTo(Charge.UNKNOWN);
  }
}
