package io.freightsdk.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LedgerInWorldFixture;
import io.freightsdk.testing.SampleLoads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Comparisons of a balance with the calls of a client, with a service. */
class ComparisonTest extends LedgerInWorldFixture {
  private final FreightClient client = limited();

  @Test
  void comparisonShowsLostChargesForSettlement() {
    assertThat(ledger.compare(client).debitedUsd()).isZero();
    world.advance(Duration.ofSeconds(1));
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    server.faults().times(Operation.GET_LOAD_POSITION, 3, Fault.closeAfterCommit());
    for (int i = 0; i < 3; i++) lose(() -> client.getLoadPosition(load));
    server.faults().times(Operation.GET_LOAD_POSITION, 2, Fault.closeBeforeProcessing());
    for (int i = 0; i < 2; i++) lose(() -> client.getLoadPosition(load));
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("0.10");

    world.advance(Duration.ofMinutes(6));
    BalanceComparison found = ledger.compare(client);
    assertThat(found.agrees()).isTrue();
    assertThat(found.debitedUsd()).isEqualByComparingTo("0.71");
    assertThat(found.minUsd()).isEqualByComparingTo("0.65");
    assertThat(found.maxUsd()).isEqualByComparingTo("0.75");
    List<SpendEntry> unknown = entries(SpendFilter.all().onlyUnknown());
    assertThat(unknown).as("a comparison settles nothing").hasSize(5);
    for (int i = 0; i < 5; i++) {
      SpendEntry unused = ledger.settle(unknown.get(i).id(), i < 3, "Ada", "by the balance");
    }
    assertThat(charged(SpendFilter.all())).isEqualByComparingTo(debited());
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  @Test
  void comparisonReportsAnUnexplainedDifference() {
    BalanceComparison first = ledger.compare(client);
    FreightClient stranger = client(builder());
    stranger.createLoad(SampleLoads.twoStops());
    world.advance(Duration.ofSeconds(1));
    BalanceComparison lower = ledger.compare(client);
    assertThat(lower.balanceUsd()).isEqualByComparingTo(first.balanceUsd().subtract(CREATE));
    assertThat(lower.unexplainedUsd()).isEqualByComparingTo(CREATE);
    assertThat(lower.agrees()).isFalse();
    assertThat(ledger.compare(client).unexplainedUsd()).as("stays").isEqualByComparingTo(CREATE);

    broker.credit("10");
    ledger.recordAdjustment(client.accountId(), new BigDecimal("10"), "Ada", "a top-up");
    ledger.recordAdjustment(client.accountId(), CREATE.negate(), "Ada", "the old program");
    assertThat(ledger.compare(client).agrees()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void lostCreationThatIsRepeatedByHandIsOneDebit(CallStyle style) {
    assertThat(ledger.compare(client).agrees()).isTrue();
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CallOptions once =
        CallOptions.builder().idempotencyKey("order-2").retryPolicy(RetryPolicy.none()).build();
    assertThatExceptionOfType(FreightConnectionException.class)
        .isThrownBy(() -> style.createLoad(client, SampleLoads.twoStops(), once));
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(CREATE);

    style.createLoad(client, SampleLoads.twoStops(), once);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(charged(SpendFilter.all())).isEqualByComparingTo(debited());
    assertThat(ledger.compare(client).agrees()).isTrue();
  }

  /** As in the errors page: resend the creation with the key of the failure. */
  @ParameterizedTest
  @EnumSource
  void lostCreationIsRepeatedWithTheKeyOfItsFailure(CallStyle style) {
    assertThat(ledger.compare(client).agrees()).isTrue();
    CallOptions once = CallOptions.builder().retryPolicy(RetryPolicy.none()).build();
    server.faults().next(Operation.CREATE_LOAD, Fault.statusAfterCommit(500));
    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops(), once));
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(lost.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);

    String load =
        style.createLoad(client, SampleLoads.twoStops(), key(lost.idempotencyKey())).loadNumber();
    assertThat(entries(SpendFilter.all()))
        .singleElement()
        .matches(entry -> load.equals(entry.loadNumber()));
    assertThat(debited()).isEqualByComparingTo(CREATE);
    assertThat(charged(SpendFilter.all())).isEqualByComparingTo(CREATE);
    assertThat(ledger.compare(client).agrees()).isTrue();
  }

  /** The call is certain that the load was charged, and reports the price of its own attempt. */
  @Test
  void creationBetweenTwoPricesIsSettledWithTheAmountOfTheStatement() {
    assertThat(ledger.compare(client).agrees()).isTrue();
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    lose(
        () ->
            client.createLoad(
                SampleLoads.twoStops(),
                CallOptions.builder()
                    .idempotencyKey("order-2")
                    .retryPolicy(RetryPolicy.none())
                    .build()));
    server.price("load_create", "0.95");
    world.advance(Duration.ofMinutes(1));
    assertThat(client.createLoad(SampleLoads.twoStops(), key("order-2")).charge().amountUsd())
        .isEqualByComparingTo("0.95");

    SpendEntry created = entries(SpendFilter.all().onlyUncertainAmount()).get(0);
    BalanceComparison open = ledger.compare(client);
    assertThat(open.agrees()).as("0.65 is from 0.65 to 0.95").isTrue();
    assertThat(open.maxUsd().subtract(open.minUsd())).isEqualByComparingTo("0.30");
    SpendEntry unused = ledger.settle(created.id(), CREATE, "Ada", "on the statement");
    BalanceComparison closed = ledger.compare(client);
    assertThat(closed.agrees()).isTrue();
    assertThat(closed.maxUsd()).isEqualByComparingTo(closed.minUsd());
    assertThat(charged(SpendFilter.all())).isEqualByComparingTo(debited());
  }

  private static void lose(Runnable call) {
    assertThatExceptionOfType(FreightException.class).isThrownBy(call::run);
  }

  private BigDecimal charged(SpendFilter filter) {
    return ledger.totals(filter).chargedUsd();
  }
}
