package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.TopUpHandler.Decision;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The service's price is not what it was when the client read it. */
class PriceRiseTest extends MoneyTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Everything that binds what a call may cost. */
  private enum Cap {
    MAX_PRICE,
    PER_CALL,
    PER_HOUR,
    TOTAL,
    TOTAL_OF_A_SCOPE;

    FreightClientBuilder in(FreightClientBuilder builder) {
      SpendLimits.Builder limits = SpendLimits.builder();
      return switch (this) {
        case MAX_PRICE, TOTAL_OF_A_SCOPE -> builder;
        case PER_CALL -> builder.spendLimits(limits.perCall("0.10").build());
        case PER_HOUR -> builder.spendLimits(limits.perHour("0.10").build());
        case TOTAL -> builder.spendLimits(limits.total("0.10").build());
      };
    }

    CallOptions options() {
      return switch (this) {
        case MAX_PRICE -> CallOptions.builder().maxPrice(usd("0.10")).build();
        case TOTAL_OF_A_SCOPE ->
            CallOptions.builder()
                .scope(SpendScope.of("run:42", SpendLimits.builder().total("0.10").build()))
                .build();
        default -> CallOptions.DEFAULT;
      };
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

  private FreightClientBuilder toppedUpOnDemand() {
    return builder()
        .agentKey(poor.agentKey())
        .topUpPolicy(
            TopUpPolicy.handler(
                need -> {
                  poor.credit("20.00");
                  return Decision.SEND_AGAIN;
                },
                LONG));
  }

  /** A load whose creation leaves one cent. */
  private String loadOfThePoor() {
    FreightClient client = client(builder().agentKey(poor.agentKey()));
    return client.createLoad(Loads.twoStops()).loadNumber();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("capsAndStyles")
  void aPriceThatTheServiceStatesInItsRefusalMustFitTheCapsAgain(Cap cap, CallStyle style) {
    String load = loadOfThePoor();
    FreightClient client = client(cap.in(toppedUpOnDemand()));
    assertThat(client.quote(Operation.GET_LOAD_POSITION, 1).totalUsd()).isEqualByComparingTo(READ);
    server.price("position_read", "5.00");

    FreightException refusal =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, load, cap.options()));

    assertThat(poor.debits()).as("debits beside the creation").hasSize(1);
    assertThat(refusal)
        .isInstanceOf(
            cap == Cap.MAX_PRICE
                ? PriceLimitExceededException.class
                : SpendLimitExceededException.class);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(client.ledger().entries(SpendFilter.all()))
        .as("the attempt that the service refused")
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.NONE);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("capsAndStyles")
  void aPriceThatStillFitsIsToldAsItIs(Cap cap, CallStyle style) {
    String load = loadOfThePoor();
    FreightClient client = client(cap.in(toppedUpOnDemand()));
    client.quote(Operation.GET_LOAD_POSITION, 1);
    server.price("position_read", "0.09");

    style.getLoadPosition(client, load, cap.options());

    assertThat(poor.debitsFor(load)).hasSize(2);
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo("0.09");
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("capsAndStyles")
  void aPriceOfNineDaysAgoBuysNothingUnderACap(Cap cap, CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    FreightClient client = client(cap.in(builder()));
    client.quote(Operation.GET_LOAD_POSITION, 1);
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    server.price("position_read", "0.90");
    world.advance(Duration.ofDays(9));

    for (int i = 0; i < 5; i++) {
      FreightException refusal =
          catchThrowableOfType(
              FreightException.class, () -> style.getLoadPosition(client, load, cap.options()));
      assertThat(broker.debits()).as("debits beside the creation").hasSize(1);
      assertThat(refusal).isNotNull();
      assertThat(refusal.charge()).isEqualTo(Charge.NONE);
      assertThat(refusal.attempts()).isZero();
    }
    server.faults().clear();
    server.price("position_read", "0.02");
    world.advance(Duration.ofMinutes(5));
    style.getLoadPosition(client, load, cap.options());
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(READ);
  }

  @ParameterizedTest
  @EnumSource
  void withoutACapACallGoesOutAndItsChargeIsUnknownWhileThePriceIs(CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    FreightClient client = client(builder());
    client.quote(Operation.GET_LOAD_POSITION, 1);
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    server.price("position_read", "0.90");
    world.advance(Duration.ofDays(9));

    FreightResponse<LoadPosition> answer =
        style == CallStyle.BLOCKING
            ? client.withResponse().getLoadPosition(load, CallOptions.DEFAULT)
            : CallStyle.join(
                client.async().withResponse().getLoadPosition(load, CallOptions.DEFAULT));

    assertThat(answer.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(client.ledger().totals().unknown()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aPriceWithinItsLifeStandsWhileThePriceListHangs(CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    SpendLimits limits = SpendLimits.builder().total("0.10").build();
    FreightClient client = client(builder().spendLimits(limits));
    client.quote(Operation.GET_LOAD_POSITION, 1);
    server.faults().always(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(60)));
    world.advance(Duration.ofMinutes(4).plusSeconds(50));

    style.getLoadPosition(client, load);

    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(READ);
  }

  @ParameterizedTest
  @EnumSource
  void aPriceListThatHangsIsNotToldAsATimeoutOfTheCall(CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    SpendLimits limits = SpendLimits.builder().total("0.10").build();
    FreightClient client = client(builder().spendLimits(limits));
    client.quote(Operation.GET_LOAD_POSITION, 1);
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

  /** The last price is all there is; without a cap nothing forbids to go by it. */
  @ParameterizedTest
  @EnumSource
  void aPriceListThatHangsHoldsUpNoCallWithoutACap(CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    FreightClient client = client(builder());
    client.quote(Operation.GET_LOAD_POSITION, 1);
    server.faults().always(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(60)));
    world.advance(Duration.ofMinutes(6));
    CallOptions options = CallOptions.builder().deadline(Duration.ofSeconds(40)).build();

    LoadPosition position = style.getLoadPosition(client, load, options);

    assertThat(position.loadNumber()).isEqualTo(load);
    BigDecimal spent = client.ledger().totals().spentUsd();
    assertThat(spent).isEqualByComparingTo(READ);
  }

  /**
   * Nine creations at 1.20 went out under a limit of 0.70 when a price was believed for minutes.
   */
  @ParameterizedTest(name = "{0}, a life of {1} s")
  @CsvSource({"BLOCKING, 0", "FUTURE, 0", "BLOCKING, 10", "FUTURE, 10"})
  void aRiseIsRefusedByTheFirstCallAfterTheLifeOfThePrice(CallStyle style, int life) {
    FreightClient client =
        client(
            builder()
                .priceLife(Duration.ofSeconds(life))
                .spendLimits(SpendLimits.builder().perCall("0.70").perDay("7.00").build()));
    CallOptions most = CallOptions.builder().maxPrice("0.70").build();
    Charge before = style.createLoad(client, Loads.twoStops(), most).charge();
    assertThat(before).isEqualTo(Charge.charged(CREATE));
    assertThat(before.pricedAt()).isEqualTo(world.now());

    server.price("load_create", "1.20");
    world.advance(Duration.ofSeconds(life));
    for (int i = 0; i < 3; i++) {
      FreightException refusal =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, Loads.twoStops(), most));
      assertThat(refusal).isInstanceOf(PriceLimitExceededException.class);
      assertThat(refusal.nextStep()).isEqualTo(NextStep.RAISE_LIMIT);
      assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    }
    assertThat(debited()).isEqualByComparingTo(CREATE);
  }

  @ParameterizedTest
  @EnumSource
  void aListThatHangsCostsWhoNeedsNoPriceNothing(CallStyle style) {
    String load = client(builder()).createLoad(Loads.twoStops()).loadNumber();
    FreightClient client = client(builder());
    client.quote(Operation.GET_LOAD_POSITION, 1);
    server.faults().always(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(60)));
    world.advance(Duration.ofSeconds(30));

    for (int i = 0; i < 22; i++) style.getLoadPosition(client, load);

    assertThat(client.ledger().totals().chargedUsd())
        .as("told at the price of 30 s ago")
        .isEqualByComparingTo("0.44");
    assertThat(arrived(Operation.GET_PRICING)).isEqualTo(2);
  }
}
