package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpendLimitsTest extends MoneyTest {
  @ParameterizedTest
  @EnumSource
  void aCallBeyondTheLimitIsNeverSent(CallStyle style) {
    FreightClient client = limited(SpendLimits.builder().total("0.66").build());
    String load = style.createLoad(client, Loads.twoStops()).loadNumber();

    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class, () -> style.getLoadPosition(client, load));
    assertThat(refusal.limit())
        .isEqualTo(
            new SpendLimit(SpendScope.CLIENT, SpendLimit.Kind.TOTAL, null, null, usd("0.66")));
    assertThat(refusal.priceUsd()).isEqualByComparingTo(READ);
    assertThat(refusal.remainingUsd()).isEqualByComparingTo("0.01");
    assertThat(refusal.freesAt()).isNull();
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isZero();
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RAISE_LIMIT);
    assertThat(refusal)
        .hasMessage(
            "getLoadPosition: not sent: the call costs 0.02 USD and the limit of 0.66 USD in total"
                + " for scope client has 0.01 USD left; raise the limit [errors.md:"
                + " SpendLimitExceededException]");
    assertThat(arrived(Operation.GET_LOAD_POSITION)).isZero();
    assertThat(debited()).isEqualByComparingTo(CREATE);
  }

  /** By then another call has its room, as a call whose reservation has ended counts no more. */
  @ParameterizedTest
  @EnumSource
  void aCallWhoseMachineSleptBeforeItWasSentReservesAgain(CallStyle style) {
    MovableClock clock = new MovableClock();
    SpendStore books = SpendStore.inMemory();
    SpendLimits limits = SpendLimits.builder().perHour("0.65").build();
    FreightClient awake = client(builder().clock(clock).spendStore(books).spendLimits(limits));
    AtomicBoolean falls = new AtomicBoolean();
    FreightClient asleep =
        client(
            builder()
                .clock(clock)
                .spendStore(books)
                .spendLimits(limits)
                .agentKey(
                    () -> {
                      if (falls.compareAndSet(true, false)) {
                        clock.advance(Duration.ofHours(2));
                        awake.createLoad(Loads.twoStops());
                      }
                      return broker.agentKey();
                    }));
    asleep.quote(Operation.CREATE_LOAD, 1);
    falls.set(true);

    assertThatExceptionOfType(SpendLimitExceededException.class)
        .isThrownBy(() -> style.createLoad(asleep, Loads.twoStops()));
    assertThat(debited()).isEqualByComparingTo(CREATE);
    assertThat(asleep.ledger().totals().spentUsd()).isEqualByComparingTo(CREATE);
  }

  /** What is free needs no reservation, so an old one of the call does not keep it from leaving. */
  @ParameterizedTest
  @EnumSource
  void aCallThatBecameFreeWhileItsMachineSleptIsSent(CallStyle style) {
    MovableClock clock = new MovableClock();
    SpendLimits limits = SpendLimits.builder().perHour("0.67").build();
    RequestListener sleeping =
        event -> {
          boolean refused =
              event instanceof RequestEvent.AttemptEnded ended && ended.failure() != null;
          if (!refused) return;
          server.price("position_read", "0");
          clock.advance(Duration.ofHours(2));
        };
    FreightClient client =
        client(
            builder()
                .clock(clock)
                .spendLimits(limits)
                .deadline(Duration.ofSeconds(5))
                .listener(sleeping));
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());

    assertThat(style.getLoadPosition(client, load).loadNumber()).isEqualTo(load);
    assertThat(client.ledger().totals().spentUsd()).isEqualByComparingTo(CREATE);
  }

  @ParameterizedTest
  @EnumSource
  void aWindowSaysWhenItFreesMoney(CallStyle style) {
    FreightClient client = limited(SpendLimits.builder().perHour("0.65").build());
    Instant before = Instant.now();
    style.createLoad(client, Loads.twoStops());
    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class, () -> style.createLoad(client, Loads.twoStops()));
    assertThat(refusal.freesAt())
        .isBetween(
            before.plus(Duration.ofHours(1)).minusMillis(1),
            Instant.now().plus(Duration.ofHours(1)).plusSeconds(15));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(refusal.retryable()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void freeCallsNeedNoRoomInAnyLimit(CallStyle style) {
    FreightClient client = limited(SpendLimits.builder().total("0.00").build());
    assertThat(style.getBalance(client).balanceUsd()).isEqualByComparingTo("25.00");
    style.getPricing(client, CallOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void scopesAreCappedAlongWithEverythingAroundThem(CallStyle style) {
    FreightClient client = limited(SpendLimits.builder().total("2.00").build());
    SpendScope tenant = SpendScope.of("acme", SpendLimits.builder().total("1.30").build());
    SpendScope run = tenant.child("run:1", SpendLimits.builder().total("0.65").build());
    style.createLoad(client, Loads.twoStops(), in(run));

    assertThat(limitMet(() -> style.createLoad(client, Loads.twoStops(), in(run))).scope())
        .isEqualTo("client/acme/run:1");
    style.createLoad(client, Loads.twoStops(), in(tenant));
    assertThat(limitMet(() -> style.createLoad(client, Loads.twoStops(), in(tenant))).scope())
        .isEqualTo("client/acme");
    style.createLoad(client, Loads.twoStops());
    assertThat(limitMet(() -> style.createLoad(client, Loads.twoStops())).scope())
        .isEqualTo("client");
    assertThat(client.ledger().totals(SpendFilter.all().scope(tenant)).chargedUsd())
        .isEqualByComparingTo("1.30");
  }

  @ParameterizedTest
  @EnumSource
  void aCreationThroughTheCatalogCountsLikeAnyOther(CallStyle style) {
    FreightClient client = limited(SpendLimits.builder().perCall("0.70").total("1.34").build());
    style.call(client, Operation.CREATE_TRACKED_LOAD, key("order-1"));
    style.call(client, Operation.CREATE_TRACKED_LOAD, CallOptions.DEFAULT);
    for (Operation creation : List.of(Operation.CREATE_TRACKED_LOAD, Operation.CREATE_LOAD)) {
      assertThat(limitMet(() -> style.call(client, creation, CallOptions.DEFAULT)).kind())
          .isEqualTo(SpendLimit.Kind.TOTAL);
    }
    assertThat(debited()).isEqualByComparingTo("1.30");
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo("1.30");
    assertThat(client.ledger().remaining(SpendScope.client(client.spendLimits())))
        .anyMatch(left -> left.remainingUsd().compareTo(usd("0.04")) == 0);
  }

  /** Its key is not published to be charged once, whatever a service makes of it. */
  @ParameterizedTest
  @EnumSource
  void aCreationThroughTheCatalogIsNoReplayOfOneWithTheSameKey(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .spendStore(lasting())
                .spendLimits(SpendLimits.builder().total("2.00").build()));
    style.createLoad(client, Loads.twoStops(), key("order-1"));
    for (int i = 0; i < 2; i++) {
      CreateLoadOutcome tracked =
          (CreateLoadOutcome) style.call(client, Operation.CREATE_TRACKED_LOAD, key("order-1"));
      assertThat(tracked.charge()).isEqualTo(Charge.charged(CREATE));
      assertThat(((CreateLoadOutcome.Created) tracked).replayed()).isFalse();
      assertThat(((CreateLoadOutcome.Created) tracked).earlierCharge()).isNull();
    }
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo("1.95");
    CreateLoadOutcome again = style.createLoad(client, Loads.twoStops(), key("order-1"));
    assertThat(((CreateLoadOutcome.Created) again).replayed()).isTrue();
    assertThat(limitMet(() -> style.call(client, Operation.CREATE_TRACKED_LOAD, key("order-1"))))
        .isNotNull();
  }

  @Test
  void aTotalOfAForgottenScopeStartsAgain() {
    FreightClient client = client(builder());
    SpendScope run = SpendScope.of("run:1", SpendLimits.builder().total("0.65").build());
    client.createLoad(Loads.twoStops(), in(run));
    client.ledger().forget(run);
    client.createLoad(Loads.twoStops(), in(run));
    assertThat(debited()).isEqualByComparingTo("1.30");
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownOutcomeCountsAsSpent(CallStyle style) {
    FreightClient client = limited(SpendLimits.builder().total("0.69").build());
    String load = style.createLoad(client, Loads.twoStops()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThatExceptionOfType(FreightConnectionException.class)
        .isThrownBy(() -> style.getLoadPosition(client, load));
    style.getLoadPosition(client, load);
    assertThat(limitMet(() -> style.getLoadPosition(client, load)).capUsd())
        .isEqualByComparingTo("0.69");
    assertThat(debited()).isEqualByComparingTo("0.69");
  }

  @ParameterizedTest
  @EnumSource
  void aLostReadIsRepeatedOnlyIfItsPriceFitsASecondTime(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .retryPolicy(quickly().retryUnknownReads(true).build())
                .spendLimits(SpendLimits.builder().total("0.68").build()));
    String load = style.createLoad(client, Loads.twoStops()).loadNumber();
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    FreightConnectionException failure =
        catchThrowableOfType(
            FreightConnectionException.class, () -> style.getLoadPosition(client, load));
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(arrived(Operation.GET_LOAD_POSITION)).isEqualTo(1);
    assertThat(debited()).isEqualByComparingTo("0.67");
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedCallGivesItsMoneyBack(CallStyle style) {
    FreightClient client = limited(SpendLimits.builder().total("0.65").build());
    server.faults().times(Operation.CREATE_LOAD, 4, Fault.billingUnavailable());
    assertThatExceptionOfType(io.freightsdk.error.BillingUnavailableException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops()));
    style.createLoad(client, Loads.twoStops());
    assertThat(debited()).isEqualByComparingTo(CREATE);
  }

  @Test
  void sixteenThreadsNeverPassTheLimitByACent() throws Exception {
    List<SpendRefusal> heard = new CopyOnWriteArrayList<>();
    FreightClient client =
        client(
            builder()
                .spendLimits(SpendLimits.builder().perDay("3.01").total("9").build())
                .spendListener(
                    new SpendListener() {
                      @Override
                      public void onEntry(SpendEntry entry) {}

                      @Override
                      public void onRefusal(SpendRefusal refusal) {
                        heard.add(refusal);
                      }
                    }));
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Future<Integer>> refusals = new ArrayList<>();
    for (int i = 0; i < 16; i++) refusals.add(threads.submit(() -> readTwelveTimes(client, load)));
    int refused = 0;
    for (Future<Integer> refusal : refusals) refused += refusal.get(60, TimeUnit.SECONDS);
    threads.shutdownNow();

    // 0.65 + 118 x 0.02 = 3.01: the limit is reached to the cent, by 118 of 192 reads.
    assertThat(debited()).isEqualByComparingTo("3.01");
    assertThat(refused).isEqualTo(192 - 118);
    assertThat(heard).hasSize(refused);
  }

  private static int readTwelveTimes(FreightClient client, String load) {
    int refused = 0;
    for (int i = 0; i < 12; i++) {
      try {
        client.getLoadPosition(load);
      } catch (SpendLimitExceededException e) {
        refused++;
      }
    }
    return refused;
  }

  private static SpendLimit limitMet(Runnable call) {
    return catchThrowableOfType(SpendLimitExceededException.class, call::run).limit();
  }

  private static CallOptions in(SpendScope scope) {
    return CallOptions.builder().scope(scope).build();
  }

  @Test
  void amountsAreReadAsDecimalTextOnly() {
    assertThat(SpendLimits.builder().perCall(new BigDecimal("0.65")).build())
        .hasToString("SpendLimits[0.65 USD per call for scope client]");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> SpendLimits.builder().total("1,50"))
        .hasMessage("total: expected an amount in USD such as \"25.00\", got \"1,50\"");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> SpendLimits.builder().perDay("-1"))
        .hasMessage("capUsd per 24 hours: expected 0 USD or more, got -1 USD");
  }
}
