package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    world.advance(Duration.ofSeconds(1));
    world.settle();
    assertThat(loads.stream().filter(CompletableFuture::isDone)).hasSize(3);
    assertThat(arrived(Operation.CREATE_LOAD)).as("nobody goes in vain").isEqualTo(8 + 3);
    assertThat(arrived(Operation.GET_BALANCE) - before).isLessThanOrEqualTo(4);

    poor.credit("20.00");
    loads.forEach(CallStyle::join);
    assertThat(createdKeys()).hasSize(8).doesNotHaveDuplicates();
  }

  /** What is covered goes, also before what came earlier and is not. */
  @ParameterizedTest
  @EnumSource
  void aReadGoesBeforeACreationThatTheBalanceDoesNotCover(CallStyle style) {
    String load = loadOfThePoor();
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    Caller<CreateLoadOutcome> creation =
        world.start(() -> style.createLoad(client, Loads.twoStops()));
    Caller<LoadPosition> read = world.start(() -> style.getLoadPosition(client, load));
    world.runUntilWaiting(creation);
    world.runUntilWaiting(read);
    poor.credit("0.02");
    world.advance(Duration.ofSeconds(1));
    world.settle();

    assertThat(read).isCompleted();
    assertThat(creation).isNotDone();
    poor.credit("0.65");
    assertThat(CallStyle.join(creation).attempts()).isEqualTo(2);
  }

  /** Somebody else was quicker: another 402 waits again. */
  @ParameterizedTest
  @EnumSource
  void aCallThatIsRefusedAgainWaitsAgain(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, Loads.twoStops(), key("order-1")));
    world.runUntilWaiting(load);
    FreightClient other = priced(builder());
    poor.credit("0.65");
    world.network().latency(Duration.ofMillis(100));
    world.advance(Duration.ofSeconds(1));
    world.settle();
    other.createLoad(Loads.twoStops(), key("order-2"));
    world.advance(Duration.ofMillis(500));
    world.runUntilWaiting(load);
    poor.credit("0.65");

    assertThat(CallStyle.join(load).attempts()).isEqualTo(3);
    assertThat(createdKeys()).containsExactly("order-2", "order-1");
  }

  /** Its money is free for others meanwhile, and what a lost attempt may have cost is not. */
  @ParameterizedTest(name = "lost before {0}, {1}")
  @CsvSource({"false, BLOCKING", "false, FUTURE", "true, BLOCKING", "true, FUTURE"})
  void aRefusalWith402EndsTheReservationAndTheCallReservesAgain(boolean lost, CallStyle style) {
    TestGuard guard = guard("1.00");
    FreightClient client =
        client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)).spendGuard(guard));
    if (lost) server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, Loads.twoStops(), key("order-1")));
    world.advance(Duration.ofSeconds(1));
    world.runUntilWaiting(load);
    assertThat(guard.open()).as("while it waits").isEmpty();
    assertThat(guard.heldUsd()).isZero();
    assertThat(guard.unknownUsd()).isEqualByComparingTo(lost ? "0.65" : "0");
    world.advance(Duration.ofSeconds(11));
    server.price("load_create", "0.95");

    poor.credit("1.00");
    CreateLoadOutcome created = CallStyle.join(load);

    assertThat(created.charge()).isEqualTo(Charge.charged("0.95"));
    assertThat(guard.entries())
        .extracting(entry -> entry.outcome().kind())
        .containsExactly(lost ? Charge.Kind.UNKNOWN : Charge.Kind.NONE, Charge.Kind.CHARGED);
    assertThat(guard.asked())
        .extracting(purchase -> purchase.quote().usd().toPlainString())
        .containsExactly("0.65", "0.95");
    assertThat(guard.usedUsd()).isEqualByComparingTo("0.95");
  }

  /** By then another call has its room. */
  @ParameterizedTest
  @EnumSource
  void aCallWhoseRoomIsTakenWhileItWaitsIsRefusedWhenTheMoneyComes(CallStyle style) {
    TestGuard guard = guard("0.65");
    FreightClient client =
        client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)).spendGuard(guard));
    Caller<CreateLoadOutcome> load = world.start(() -> style.createLoad(client, Loads.twoStops()));
    world.runUntilWaiting(load);
    client(super.builder().spendGuard(guard)).createLoad(Loads.twoStops());
    poor.credit("5.00");

    SpendLimitExceededException refusal =
        catchThrowableOfType(SpendLimitExceededException.class, () -> CallStyle.join(load));

    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.attempts()).isEqualTo(1);
    assertThat(poor.debits()).isEmpty();
  }

  /** A load whose creation leaves nothing. */
  private String loadOfThePoor() {
    poor.credit("0.35");
    return client(builder()).createLoad(Loads.twoStops()).loadNumber();
  }

  @ParameterizedTest
  @EnumSource
  void aTopUpByCardWakesWaitingCalls(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    CompletableFuture<CreateLoadOutcome> load = client.async().createLoad(Loads.twoStops());
    world.runUntilWaiting(load);
    style.call(client, Operation.TOP_UP_BY_CARD, CallOptions.DEFAULT);
    world.settle();
    assertThat(load).isCompleted();
    assertThat(poor.balanceUsd()).isEqualByComparingTo("49.65");
  }

  @ParameterizedTest
  @EnumSource
  void waitsNoLongerThanItsLongestWait(CallStyle style) {
    TestGuard guard = guard();
    FreightClient client =
        client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)).spendGuard(guard));
    assertThatExceptionOfType(InsufficientFundsException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops()));
    assertThat(world.now()).isEqualTo(World.START.plus(LONG));
    assertThat(guard.usedUsd()).isZero();
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
  void aCancelledCallWaitsNoMoreAndHoldsNothing() {
    FreightClient client =
        client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)).spendGuard(guard("0.65")));
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

  private List<String> createdKeys() {
    return poor.debits().stream().map(LedgerEntry::idempotencyKey).toList();
  }
}
