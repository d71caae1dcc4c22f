package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LedgerInWorldFixture;
import io.freightsdk.testing.SampleLoads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallsUnderLimitsTest extends LedgerInWorldFixture {
  @ParameterizedTest
  @EnumSource
  void callAboveTheLimitIsNotSent(CallStyle style) {
    FreightClient client = limited(SpendLimit.total("0.66"));
    String load = style.createLoad(client, SampleLoads.twoStops()).loadNumber();

    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class, () -> style.getLoadPosition(client, load));
    assertThat(refusal.limit()).isEqualTo("0.66 USD in total for scope client");
    assertThat(refusal.priceUsd()).isEqualByComparingTo(READ);
    assertThat(refusal.remainingUsd()).isEqualByComparingTo("0.01");
    assertThat(refusal.retryAt()).isNull();
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isZero();
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RAISE_LIMIT);
    assertThat(refusal)
        .hasMessage(
            "getLoadPosition "
                + load
                + ": not sent: the call costs 0.02 USD and the limit of 0.66 USD in total for scope client has 0.01 USD left; raise the limit");
    assertThat(requestCount(Operation.GET_LOAD_POSITION)).isZero();
    assertThat(debited()).isEqualByComparingTo(CREATE);
  }

  @ParameterizedTest
  @EnumSource
  void callsKeepTheLimitsOfEnclosingScopes(CallStyle style) {
    FreightClient client = limited(SpendLimit.total("2.00"));
    SpendScope tenant = SpendScope.of("acme", SpendLimit.total("1.30"));
    SpendScope run = tenant.child("run:1", SpendLimit.total("0.65"));
    style.createLoad(client, SampleLoads.twoStops(), in(run));

    assertThat(limitMet(() -> style.createLoad(client, SampleLoads.twoStops(), in(run))))
        .endsWith("for scope client/acme/run:1");
    style.createLoad(client, SampleLoads.twoStops(), in(tenant));
    assertThat(limitMet(() -> style.createLoad(client, SampleLoads.twoStops(), in(tenant))))
        .endsWith("for scope client/acme");
    style.createLoad(client, SampleLoads.twoStops());
    assertThat(limitMet(() -> style.createLoad(client, SampleLoads.twoStops())))
        .endsWith("for scope client");
    assertThat(ledger.totals(SpendFilter.all().scope(tenant)).chargedUsd())
        .isEqualByComparingTo("1.30");
  }

  @ParameterizedTest
  @EnumSource
  void creationThroughTheCatalogCountsLikeAnyOther(CallStyle style) {
    FreightClient client = limited(SpendLimit.total("1.34"));
    style.call(client, Operation.CREATE_TRACKED_LOAD, key("order-1"));
    style.call(client, Operation.CREATE_TRACKED_LOAD, CallOptions.DEFAULT);
    for (Operation creation : List.of(Operation.CREATE_TRACKED_LOAD, Operation.CREATE_LOAD)) {
      assertThat(limitMet(() -> style.call(client, creation, CallOptions.DEFAULT)))
          .isEqualTo("1.34 USD in total for scope client");
    }
    assertThat(debited()).isEqualByComparingTo("1.30");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  /** Its key is not published to be charged once, whatever a service makes of it. */
  @ParameterizedTest
  @EnumSource
  void creationThroughTheCatalogIsChargedDespiteTheSameKey(CallStyle style) {
    FreightClient client = limited(SpendLimit.total("2.00"));
    style.createLoad(client, SampleLoads.twoStops(), key("order-1"));
    for (int i = 0; i < 2; i++) {
      CreateLoadOutcome tracked =
          (CreateLoadOutcome) style.call(client, Operation.CREATE_TRACKED_LOAD, key("order-1"));
      assertThat(tracked.charge()).isEqualTo(Charge.charged(CREATE));
    }
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.95");
    CreateLoadOutcome again = style.createLoad(client, SampleLoads.twoStops(), key("order-1"));
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(limitMet(() -> style.call(client, Operation.CREATE_TRACKED_LOAD, key("order-1"))))
        .isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void lostReadIsRepeatedOnlyIfItsPriceFitsTwice(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .retryPolicy(quickRetries().retryUnknownReads(true).build())
                .spendGuard(ledger.guard(SpendLimit.total("0.68"))));
    String load = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    FreightConnectionException failure =
        catchThrowableOfType(
            FreightConnectionException.class, () -> style.getLoadPosition(client, load));
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(requestCount(Operation.GET_LOAD_POSITION)).isEqualTo(1);
    assertThat(debited()).isEqualByComparingTo("0.67");
  }

  /** The deadline is two minutes and a reservation expires a minute later. */
  @ParameterizedTest
  @EnumSource
  void lostReadLeavesItsWindowDespiteALongTopUpWait(CallStyle style) {
    FreightClient client = clientThatAwaitsTopUps();
    loseARead(client, style, CallOptions.DEFAULT);
    world.advance(Duration.ofMinutes(63).minusSeconds(1));
    assertThat(limitMet(() -> style.createLoad(client, SampleLoads.twoStops()))).isNotNull();
    world.advance(Duration.ofSeconds(1));
    style.createLoad(client, SampleLoads.twoStops());
  }

  /** A request may leave as long as that deadline has not passed. */
  @ParameterizedTest
  @EnumSource
  void lostReadCountsFromTheDeadlineOfItsCall(CallStyle style) {
    FreightClient client = clientThatAwaitsTopUps();
    loseARead(client, style, CallOptions.builder().deadline(Duration.ofHours(1)).build());
    world.advance(Duration.ofMinutes(121).minusSeconds(1));
    assertThat(limitMet(() -> style.createLoad(client, SampleLoads.twoStops()))).isNotNull();
    world.advance(Duration.ofSeconds(1));
    style.createLoad(client, SampleLoads.twoStops());
  }

  private FreightClient clientThatAwaitsTopUps() {
    return client(
        builder()
            .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofHours(1)).build())
            .spendGuard(ledger.guard(SpendLimit.perHour("0.66"))));
  }

  private void loseARead(FreightClient client, CallStyle style, CallOptions options) {
    String load = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    world.advance(Duration.ofMinutes(62));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, load, options));
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
  }

  private static String limitMet(Runnable call) {
    return catchThrowableOfType(SpendLimitExceededException.class, call::run).limit();
  }

  @Test
  void amountsAreReadAsDecimalTextOnly() {
    assertThat(SpendLimit.total(new BigDecimal("0.65")))
        .hasToString("0.65 USD in total for scope client");
    assertThatThrownBy(() -> SpendLimit.total("1,50"))
        .hasMessage(
            "total: expected an amount in USD, got \"1,50\"; use digits and a point, such as 25.00");
    assertThatThrownBy(() -> SpendLimit.perDay("-1"))
        .hasMessage("perDay: must not be negative, got -1 USD; use 0 or more");
  }
}
