package io.freightsdk.prices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The price has changed since the client read it. */
class PriceIncreaseTest extends ServerFixture {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final TestGuard guard = guard("0.10");

  /** Everything that limits the price of a call. */
  private enum Cap {
    MAX_PRICE,
    MAX_PRICE_OF_THE_CLIENT,
    GUARD;

    FreightClient.Builder apply(FreightClient.Builder builder, TestGuard guard) {
      return switch (this) {
        case MAX_PRICE -> builder;
        case MAX_PRICE_OF_THE_CLIENT -> builder.maxPrice("0.10");
        case GUARD -> builder.spendGuard(guard);
      };
    }

    CallOptions options() {
      return this == MAX_PRICE
          ? CallOptions.builder().maxPrice(usd("0.10")).build()
          : CallOptions.DEFAULT;
    }
  }

  private final Broker poor = server.createBroker("0.66");

  static Stream<Arguments> capsAndStyles() {
    List<Arguments> all = new ArrayList<>();
    for (Cap cap : Cap.values()) {
      for (CallStyle style : CallStyle.values()) all.add(Arguments.of(cap, style));
    }
    return all.stream();
  }

  private FreightClient.Builder waitingBuilder() {
    return builder()
        .agentKey(poor.agentKey())
        .retryPolicy(RetryPolicy.builder().maxTopUpWait(LONG).build());
  }

  /** Tops up after the price is no longer valid, and changes the price of a read. */
  private <T> Caller<T> topUpLate(Caller<T> call, String priceByThen) {
    world.runUntilWaiting(call);
    world.advance(Duration.ofSeconds(11));
    poor.credit("20.00");
    server.price("position_read", priceByThen);
    return call;
  }

  /** Creates a load. One cent is left. */
  private String createLoadOfPoorBroker() {
    FreightClient client = client(builder().agentKey(poor.agentKey()));
    return client.createLoad(SampleLoads.twoStops()).loadNumber();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("capsAndStyles")
  void priceIncreaseDuringATopUpIsCheckedAgainstTheCaps(Cap cap, CallStyle style) {
    String load = createLoadOfPoorBroker();
    FreightClient client = client(cap.apply(waitingBuilder(), guard));
    assertThat(client.price(Operation.GET_LOAD_POSITION)).isEqualByComparingTo(READ);

    Caller<LoadPosition> read =
        world.start(() -> style.getLoadPosition(client, load, cap.options()));
    FreightException refusal =
        catchThrowableOfType(FreightException.class, () -> CallStyle.join(topUpLate(read, "5.00")));

    assertThat(poor.debits()).as("debits other than the creation").hasSize(1);
    assertThat(refusal)
        .isInstanceOf(
            cap == Cap.GUARD
                ? SpendLimitExceededException.class
                : PriceLimitExceededException.class);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isEqualTo(1);
    if (cap != Cap.GUARD) return;
    assertThat(guard.purchases())
        .extracting(purchase -> purchase.quote().usd().toPlainString())
        .containsExactly("0.02", "5.00");
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().kind())
        .containsExactly(Charge.Kind.NONE);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("capsAndStyles")
  void priceAfterATopUpIsTheReportedCharge(Cap cap, CallStyle style) {
    String load = createLoadOfPoorBroker();
    FreightClient client = client(cap.apply(waitingBuilder(), guard));
    client.price(Operation.GET_LOAD_POSITION);

    Caller<Charge> read =
        world.start(() -> style.positionResponse(client, load, cap.options()).charge());
    Charge reported = CallStyle.join(topUpLate(read, "0.09"));

    assertThat(poor.debitsFor(load)).hasSize(2);
    assertThat(reported).isEqualTo(Charge.charged("0.09"));
    if (cap == Cap.GUARD) assertThat(guard.chargedUsd()).isEqualByComparingTo("0.09");
  }

  /** The reservation is for that price. The next call reads the new price. */
  @ParameterizedTest
  @EnumSource
  void callKeepsOnePriceDuringLongPauses(CallStyle style) {
    TestGuard generous = guard("5.00");
    FreightClient client = guardedClient(generous);
    client.price(Operation.CREATE_LOAD);
    server.price("load_create", "0.95");
    server.faults().next(Operation.CREATE_LOAD, Fault.status(429).withRetryAfter("20"));

    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());

    assertThat(load.attempts()).isEqualTo(2);
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(generous.chargedUsd()).isEqualByComparingTo(CREATE);
    assertThat(style.createLoad(client, SampleLoads.twoStops()).charge())
        .isEqualTo(Charge.charged("0.95"));
  }

  /** Until the next read, a call reports the price that was read. */
  @ParameterizedTest
  @EnumSource
  void priceIncreaseAppliesFromTheNextRead(CallStyle style) {
    String load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = guardedClient(guard);
    client.price(Operation.GET_LOAD_POSITION);
    server.price("position_read", "0.90");

    Charge reported = style.positionResponse(client, load, CallOptions.DEFAULT).charge();
    assertThat(reported).isEqualTo(Charge.charged(READ));
    assertThat(reported.pricedAt()).isEqualTo(World.START);
    assertThat(broker.debitsFor(load)).hasSize(2);

    world.advance(Duration.ofSeconds(10));
    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class, () -> style.getLoadPosition(client, load));
    assertThat(refusal.priceUsd()).isEqualByComparingTo("0.90");
    assertThat(guard.chargedUsd()).isEqualByComparingTo(READ);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("capsAndStyles")
  void priceOfNineDaysAgoBuysNothingUnderACap(Cap cap, CallStyle style) {
    String load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = client(cap.apply(builder(), guard));
    client.price(Operation.GET_LOAD_POSITION);
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    server.price("position_read", "0.90");
    world.advance(Duration.ofDays(9));

    for (int i = 0; i < 5; i++) {
      FreightException refusal =
          catchThrowableOfType(
              FreightException.class, () -> style.getLoadPosition(client, load, cap.options()));
      assertThat(broker.debits()).as("debits other than the creation").hasSize(1);
      assertThat(refusal).isNotNull();
      assertThat(refusal.charge()).isEqualTo(Charge.NONE);
      assertThat(refusal.attempts()).isZero();
    }
    server.faults().clear();
    server.price("position_read", "0.02");
    world.advance(Duration.ofMinutes(5));
    assertThat(style.positionResponse(client, load, cap.options()).charge())
        .isEqualTo(Charge.charged(READ));
  }

  @ParameterizedTest
  @EnumSource
  void callWithoutACapIsSentAndHasAnUnknownCharge(CallStyle style) {
    String load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = client(builder());
    client.price(Operation.GET_LOAD_POSITION);
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    server.price("position_read", "0.90");
    world.advance(Duration.ofDays(9));

    Charge reported = style.positionResponse(client, load, CallOptions.DEFAULT).charge();

    assertThat(reported).isEqualTo(Charge.UNKNOWN);
    assertThat(broker.debitsFor(load)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void validPriceIsUsedWhileThePriceListHangs(CallStyle style) {
    String load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = guardedClient(guard);
    client.price(Operation.GET_LOAD_POSITION);
    server.faults().always(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(60)));
    world.advance(Duration.ofMinutes(4).plusSeconds(50));

    style.getLoadPosition(client, load);

    assertThat(guard.chargedUsd()).isEqualByComparingTo(READ);
  }

  @ParameterizedTest
  @EnumSource
  void hangingPriceListIsNotReportedAsATimeout(CallStyle style) {
    String load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = guardedClient(guard);
    client.price(Operation.GET_LOAD_POSITION);
    server.faults().always(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(60)));
    world.advance(Duration.ofMinutes(6));
    CallOptions options = CallOptions.builder().deadline(Duration.ofSeconds(1)).build();

    FreightException refusal =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, load, options));

    assertThat(refusal).isNotNull().isNotInstanceOf(FreightTimeoutException.class);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isZero();
    assertThat(refusal).hasMessageContaining("price");
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void hangingPriceListDelaysNoCallWithoutACap(CallStyle style) {
    String load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = client(builder());
    client.price(Operation.GET_LOAD_POSITION);
    server.faults().always(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(60)));
    world.advance(Duration.ofMinutes(6));
    CallOptions options = CallOptions.builder().deadline(Duration.ofSeconds(40)).build();

    FreightResponse<LoadPosition> response = style.positionResponse(client, load, options);

    assertThat(response.value().loadNumber()).isEqualTo(load);
    assertThat(response.charge()).isEqualTo(Charge.UNKNOWN);
  }

  /** A price that was valid for minutes let nine creations at 1.20 through a limit of 0.70. */
  @ParameterizedTest
  @EnumSource
  void firstCallAfterThePriceExpiredRefusesAnIncrease(CallStyle style) {
    FreightClient client = client(builder().spendGuard(guard("7.00")));
    CallOptions most = CallOptions.builder().maxPrice("0.70").build();
    Charge before = style.createLoad(client, SampleLoads.twoStops(), most).charge();
    assertThat(before).isEqualTo(Charge.charged(CREATE));
    assertThat(before.pricedAt()).isEqualTo(world.now());

    server.price("load_create", "1.20");
    world.advance(Duration.ofSeconds(10));
    for (int i = 0; i < 3; i++) {
      FreightException refusal =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops(), most));
      assertThat(refusal).isInstanceOf(PriceLimitExceededException.class);
      assertThat(refusal.nextStep()).isEqualTo(NextStep.RAISE_LIMIT);
      assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    }
    assertThat(debited()).isEqualByComparingTo(CREATE);
  }

  @ParameterizedTest
  @EnumSource
  void hangingPriceListIsReadOnceForCallsWithoutACap(CallStyle style) {
    String load = client(builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    FreightClient client = client(builder());
    client.price(Operation.GET_LOAD_POSITION);
    server.faults().always(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(60)));
    world.advance(Duration.ofSeconds(30));

    for (int i = 0; i < 22; i++) {
      Charge reported = style.positionResponse(client, load, CallOptions.DEFAULT).charge();
      assertThat(reported).as("reported at the price of 30 s ago").isEqualTo(Charge.charged(READ));
    }
    assertThat(requestCount(Operation.GET_PRICING)).isEqualTo(2);
  }

  /** The price in a refusal is not the price of the list. */
  @ParameterizedTest
  @EnumSource
  void priceInARefusalDoesNotReplaceThePriceRead(CallStyle style) {
    TestGuard guard = guard("1.00");
    FreightClient client =
        clientWithPrices(builder().retryPolicy(RetryPolicy.none()).spendGuard(guard));
    server
        .faults()
        .next(
            Operation.CREATE_LOAD,
            Fault.status(402)
                .withBody(
                    "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0,\"priceUsd\":0}"));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThatExceptionOfType(InsufficientFundsException.class)
        .isThrownBy(() -> style.createLoad(client, SampleLoads.twoStops()));
    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(guard.unknownUsd()).isEqualByComparingTo(CREATE);
  }
}
