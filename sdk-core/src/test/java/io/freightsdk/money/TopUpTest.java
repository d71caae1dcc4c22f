package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.TopUpHandler.Decision;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
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

class TopUpTest extends MoneyTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Not enough for a load. */
  private final Broker poor = server.createBroker("0.30");

  @Override
  FreightClientBuilder builder() {
    return super.builder().agentKey(poor.agentKey());
  }

  @ParameterizedTest
  @EnumSource
  void failsFastByDefault(CallStyle style) {
    FreightClient client = client(builder());
    InsufficientFundsException refusal =
        catchThrowableOfType(
            InsufficientFundsException.class, () -> style.createLoad(client, Loads.twoStops()));
    assertThat(refusal.balanceUsd()).isEqualByComparingTo("0.30");
    assertThat(refusal.attempts()).isEqualTo(1);
    assertThat(arrived(Operation.GET_BALANCE)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aWaitingCallIsSentAgainWithItsKeyOnceTheBalanceCoversIt(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, Loads.twoStops(), key("order-1")));
    world.runUntilWaiting(load);
    poor.credit("1.00");
    // Nobody told: the poller finds out by itself.
    assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    assertThat(poor.debits().stream().filter(debit -> "order-1".equals(debit.idempotencyKey())))
        .hasSize(1);
    assertThat(poor.balanceUsd()).isEqualByComparingTo("0.65");
  }

  @ParameterizedTest
  @EnumSource
  void whatACallThatWentOnHasSpentIsNotKeptFromTheNext(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    for (int i = 0; i < 2; i++) {
      Caller<CreateLoadOutcome> load =
          world.start(() -> style.createLoad(client, Loads.twoStops()));
      world.runUntilWaiting(load);
      poor.credit("0.65"); // 0.95: one load
      client.toppedUp();
      assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    }
  }

  @Test
  void asManyGoAsTheBalanceCoversAndOneAsksForAll() {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    List<CompletableFuture<CreateLoadOutcome>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      loads.add(client.async().createLoad(Loads.twoStops(), key("order-" + i)));
      world.runUntilWaiting(loads.get(i));
    }
    long before = arrived(Operation.GET_BALANCE);
    poor.credit("1.70"); // 2.00: three loads
    client.toppedUp();
    world.settle();
    assertThat(loads.stream().filter(CompletableFuture::isDone)).hasSize(3);
    assertThat(arrived(Operation.GET_BALANCE) - before).isLessThanOrEqualTo(4);

    poor.credit("20.00");
    client.toppedUp();
    loads.forEach(CallStyle::join);
    assertThat(createdKeys()).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void toldOfATopUpItLooksAtOnce() {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    CompletableFuture<CreateLoadOutcome> load = client.async().createLoad(Loads.twoStops());
    world.runUntilWaiting(load);
    poor.credit("5.00");
    world.runUntilWaiting(load);

    client.toppedUp();
    world.settle();
    assertThat(load).isCompleted();
  }

  @ParameterizedTest
  @EnumSource
  void aTopUpByCardWakesWaitingCallsAndTellsTheBooks(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    client.ledger().reconcile();
    CompletableFuture<CreateLoadOutcome> load = client.async().createLoad(Loads.twoStops());
    world.runUntilWaiting(load);
    style.call(client, Operation.TOP_UP_BY_CARD, CallOptions.DEFAULT);
    world.settle();
    assertThat(load).isCompleted();
    assertThat(client.ledger().reconcile().missingUsd()).isZero();
    assertThat(poor.balanceUsd()).isEqualByComparingTo("49.65");
  }

  @ParameterizedTest
  @EnumSource
  void waitsNoLongerThanItsLongestWait(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    assertThatExceptionOfType(InsufficientFundsException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops()));
    assertThat(world.now()).isEqualTo(World.START.plus(LONG));
    assertThat(client.ledger().totals().chargedUsd()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void waitsNoLongerThanItsDeadline(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    Duration deadline = LONG.dividedBy(2);
    CallOptions options = CallOptions.builder().deadline(deadline).build();

    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops(), options))
        .matches(failure -> failure.charge().equals(Charge.NONE));
    assertThat(world.now()).isEqualTo(World.START.plus(deadline));
    assertThat(arrived(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  @Test
  void aCancelledCallLeavesTheQueueAndGivesItsMoneyBack() {
    FreightClient client =
        client(
            builder()
                .topUpPolicy(TopUpPolicy.awaitTopUp(LONG))
                .spendLimits(SpendLimits.builder().total("0.65").build()));
    CompletableFuture<CreateLoadOutcome> given = client.async().createLoad(Loads.twoStops());
    world.runUntilWaiting(given);
    given.cancel(true);
    world.settle();
    poor.credit("5.00");
    client.createLoad(Loads.twoStops());
    assertThat(createdKeys()).hasSize(1);
  }

  @Test
  void closingTheClientEndsTheWaiting() {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    CompletableFuture<CreateLoadOutcome> load = client.async().createLoad(Loads.twoStops());
    world.runUntilWaiting(load);
    client.close();
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> CallStyle.join(load));
  }

  @Test
  void theHandlerIsAskedOnceForAllThatWaitAndMayTopUpItself() {
    List<InsufficientFundsException> asked = new CopyOnWriteArrayList<>();
    FreightClient[] self = new FreightClient[1];
    TopUpPolicy policy =
        TopUpPolicy.handler(
            need -> {
              asked.add(need);
              self[0].catalog().topUpByCard(Loads.topUp());
              return Decision.SEND_AGAIN;
            },
            LONG);
    self[0] = client(builder().topUpPolicy(policy));
    List<CompletableFuture<CreateLoadOutcome>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) loads.add(self[0].async().createLoad(Loads.twoStops()));
    loads.forEach(load -> assertThat(CallStyle.join(load).loadNumber()).isNotEmpty());
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).priceUsd()).isEqualByComparingTo("0.65");
    assertThat(asked.get(0).balanceUsd()).isEqualByComparingTo("0.30");
  }

  @Test
  void theHandlerMayRefuseWaitOrFail() {
    FreightClient refusing = client(builder().topUpPolicy(handler(Decision.FAIL)));
    assertThatExceptionOfType(InsufficientFundsException.class)
        .isThrownBy(() -> refusing.createLoad(Loads.twoStops()));

    IllegalStateException reason = new IllegalStateException("no card on file");
    FreightClient failing =
        client(
            builder()
                .topUpPolicy(
                    TopUpPolicy.handler(
                        need -> {
                          throw reason;
                        },
                        LONG)));
    assertThat(
            catchThrowableOfType(
                InsufficientFundsException.class, () -> failing.createLoad(Loads.twoStops())))
        .hasSuppressedException(reason);

    FreightClient patient = client(builder().topUpPolicy(handler(Decision.AWAIT)));
    CompletableFuture<CreateLoadOutcome> load = patient.async().createLoad(Loads.twoStops());
    world.runUntilWaiting(load);
    poor.credit("1.00");
    patient.toppedUp();
    CallStyle.join(load);
  }

  @ParameterizedTest
  @EnumSource
  void aHandlerThatDecidesNothingFailsTheCallAtOnce(CallStyle style) {
    FreightClient client =
        client(builder().topUpPolicy(TopUpPolicy.handler(need -> null, Duration.ofDays(1))));
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, Loads.twoStops()));
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(world.now()).isEqualTo(World.START);
  }

  private static TopUpPolicy handler(Decision decision) {
    return TopUpPolicy.handler(need -> decision, LONG);
  }

  private List<String> createdKeys() {
    return poor.debits().stream().map(LedgerEntry::idempotencyKey).toList();
  }
}
