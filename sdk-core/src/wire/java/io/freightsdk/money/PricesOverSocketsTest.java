package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.VirtualWorld;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which price a call goes by: one, from a reservation to its end. */
class PricesOverSocketsTest extends MoneyOverSocketsTest {
  private static final int READS = 5;

  /**
   * Over the one place on the wire, which each of them has had and gives back: the price is read
   * once for all, and nobody is reserved without it.
   */
  @ParameterizedTest
  @EnumSource
  void readsThatWaitedLongInLineAreReservedAgainAtThePriceOfNow(CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    VirtualWorld world = new VirtualWorld().holdTime();
    TestGuard guard = guard();
    CountDownLatch first = new CountDownLatch(1);
    try (Gateway gateway = new Gateway(server.baseUrl())) {
      FreightClient client =
          client(
              TestBuilders.inWorld(builder(), world.environment())
                  .baseUrl(gateway.baseUrl())
                  .maxConcurrentRequests(1)
                  .deadline(Duration.ofMinutes(10))
                  .spendGuard(guard));
      client.quote(Operation.CREATE_LOAD, 1);
      gateway.next(Operation.GET_BALANCE, Gateway.heldUntil(first));
      CompletableFuture<?> unused = client.async().getBalance();
      Eventually.until(() -> arrived(Operation.GET_BALANCE) == 1, () -> "nothing arrived");
      List<CompletableFuture<FreightResponse<LoadPosition>>> reads = new ArrayList<>();
      for (int i = 0; i < READS; i++) {
        reads.add(InBackground.begin(() -> withResponse(style, client, load)));
      }
      Eventually.until(
          () -> Activity.of(client).waiting() == READS,
          () -> Activity.of(client).waiting() + " of " + READS + " are in line");
      long lists = arrived(Operation.GET_PRICING);
      server.price("position_read", "0.03");
      world.advance(Duration.ofMinutes(6));
      first.countDown();

      for (CompletableFuture<FreightResponse<LoadPosition>> read : reads) {
        Charge told = CallStyle.join(read).charge();
        assertThat(told).isEqualTo(Charge.charged(usd("0.03")));
        assertThat(told.pricedAt()).isEqualTo(world.instant());
      }
      assertThat(arrived(Operation.GET_PRICING) - lists).as("readings of the list").isEqualTo(1);
    } finally {
      first.countDown();
    }
    assertThat(guard.entries())
        .as("reservations that ended uncharged before the reads")
        .filteredOn(entry -> price(entry.purchase()).equals(READ))
        .hasSize(READS)
        .allSatisfy(entry -> assertThat(entry.outcome()).isEqualTo(SpendGuard.Outcome.NONE));
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.15");
    assertThat(debited()).isEqualByComparingTo("0.80");
  }

  private static BigDecimal price(SpendGuard.Purchase purchase) {
    SpendGuard.Quote quote = purchase.quote();
    assertThat(quote).isNotNull();
    return quote.usd();
  }

  private static FreightResponse<LoadPosition> withResponse(
      CallStyle style, FreightClient client, String load) {
    return style == CallStyle.BLOCKING
        ? client.withResponse().getLoadPosition(load, CallOptions.DEFAULT)
        : CallStyle.join(client.async().withResponse().getLoadPosition(load, CallOptions.DEFAULT));
  }

  /** It says what the balance does not cover, and not what the list says. */
  @ParameterizedTest
  @EnumSource
  void thePriceThatARefusalStatesIsNoReading(CallStyle style) {
    TestGuard guard = guard("1.00");
    try (Gateway gateway = new Gateway(server.baseUrl())) {
      FreightClient client =
          priced(
              builder()
                  .baseUrl(gateway.baseUrl())
                  .retryPolicy(RetryPolicy.none())
                  .spendGuard(guard));
      gateway.next(
          Operation.CREATE_LOAD,
          Gateway.turnedAway(
              Answers.json(
                  402,
                  "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0,\"priceUsd\":0}")),
          Gateway.answerLost());
      assertThatExceptionOfType(InsufficientFundsException.class)
          .isThrownBy(() -> style.createLoad(client, Loads.twoStops()));
      FreightException lost =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, Loads.twoStops()));

      assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(guard.unknownUsd()).isEqualByComparingTo(CREATE);
    }
  }
}
