package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
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
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopUpTest extends MoneyTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final VirtualWorld world = new VirtualWorld().holdTime();

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
    CompletableFuture<CreateLoadOutcome> load =
        CompletableFuture.supplyAsync(
            () -> style.createLoad(client, Loads.twoStops(), key("order-1")));
    awaitWaiting();
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
      CompletableFuture<CreateLoadOutcome> load =
          CompletableFuture.supplyAsync(() -> style.createLoad(client, Loads.twoStops()));
      long refused = i + 1;
      Eventually.until(() -> refusals() == refused, () -> refusals() + " refusals");
      poor.credit("0.65"); // 0.95: one load
      client.toppedUp();
      assertThat(CallStyle.join(load).attempts()).isEqualTo(2);
    }
  }

  @Test
  void onePollerServesAllAndSendsThemInOrderAsFarAsTheBalanceReaches() {
    FreightClient client = client(inHeldTime().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    List<CompletableFuture<CreateLoadOutcome>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      loads.add(client.async().createLoad(Loads.twoStops(), key("order-" + i)));
      awaitPlaces(i + 1);
    }
    long before = arrived(Operation.GET_BALANCE);
    poor.credit("1.70"); // 2.00: three loads
    client.toppedUp();
    for (int i = 0; i < 3; i++) CallStyle.join(loads.get(i));
    assertThat(arrived(Operation.GET_BALANCE) - before).isLessThanOrEqualTo(4);
    assertThat(loads.subList(3, 8)).noneMatch(CompletableFuture::isDone);

    poor.credit("20.00");
    client.toppedUp();
    loads.forEach(CallStyle::join);
    assertThat(createdKeys()).hasSize(8).doesNotHaveDuplicates();
    assertThat(createdKeys().subList(0, 3))
        .containsExactlyInAnyOrder("order-0", "order-1", "order-2");
  }

  @Test
  void toldOfATopUpItLooksAtOnce() {
    FreightClient client = client(inHeldTime().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    CompletableFuture<CreateLoadOutcome> load = client.async().createLoad(Loads.twoStops());
    awaitPlaces(1);
    poor.credit("5.00");
    assertThat(arrived(Operation.GET_BALANCE)).as("its next poll never comes").isZero();

    client.toppedUp();
    CallStyle.join(load);
  }

  @ParameterizedTest
  @EnumSource
  void aTopUpByCardWakesWaitingCallsAndTellsTheBooks(CallStyle style) {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    client.ledger().reconcile();
    long before = arrived(Operation.GET_BALANCE);
    CompletableFuture<CreateLoadOutcome> load = client.async().createLoad(Loads.twoStops());
    awaitPolls(before + 1);
    style.call(client, Operation.TOP_UP_BY_CARD, CallOptions.DEFAULT);
    CallStyle.join(load);
    assertThat(client.ledger().reconcile().missingUsd()).isZero();
    assertThat(poor.balanceUsd()).isEqualByComparingTo("49.65");
  }

  @ParameterizedTest
  @EnumSource
  void waitsNoLongerThanItsLongestWait(CallStyle style) {
    FreightClient client =
        client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(Duration.ofMillis(50))));
    assertThatExceptionOfType(InsufficientFundsException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops()));
    assertThat(client.ledger().totals().chargedUsd()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void waitsNoLongerThanItsDeadline(CallStyle style) {
    FreightClient client = client(inHeldTime().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    Duration deadline = LONG.dividedBy(2);
    CallOptions options = CallOptions.builder().deadline(deadline).build();
    CompletableFuture<CreateLoadOutcome> load =
        CompletableFuture.supplyAsync(() -> style.createLoad(client, Loads.twoStops(), options));
    Eventually.until(
        () -> world.waits().containsAll(List.of(LONG, deadline)), () -> "" + world.waits());
    world.advance(deadline);

    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> CallStyle.join(load))
        .matches(failure -> failure.charge().equals(Charge.NONE));
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
    awaitWaiting();
    given.cancel(true);
    poor.credit("5.00");
    client.createLoad(Loads.twoStops());
    assertThat(createdKeys()).hasSize(1);
  }

  @Test
  void closingTheClientEndsTheWaiting() {
    FreightClient client = client(builder().topUpPolicy(TopUpPolicy.awaitTopUp(LONG)));
    CompletableFuture<CreateLoadOutcome> load = client.async().createLoad(Loads.twoStops());
    awaitWaiting();
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
              awaitPlaces(8);
              self[0].catalog().topUpByCard(Loads.topUp());
              return Decision.SEND_AGAIN;
            },
            LONG);
    self[0] = client(inHeldTime().topUpPolicy(policy));
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
    awaitWaiting();
    poor.credit("1.00");
    patient.toppedUp();
    CallStyle.join(load.orTimeout(60, TimeUnit.SECONDS));
  }

  private static TopUpPolicy handler(Decision decision) {
    return TopUpPolicy.handler(need -> decision, LONG);
  }

  /** Time passes only as the test says, so that nobody polls. */
  private FreightClientBuilder inHeldTime() {
    return TestBuilders.inWorld(builder(), world.environment());
  }

  /**
   * Waits until so many calls wait for a top-up, in held time: each has its place before it sets
   * two timers, one for the longest wait of its place and one for its own.
   */
  private void awaitPlaces(int calls) {
    Eventually.until(
        () -> Collections.frequency(world.waits(), LONG) >= 2 * calls, () -> "" + world.waits());
  }

  /** Waits until a call waits for a top-up where time passes: nobody polls for anything else. */
  private void awaitWaiting() {
    awaitPolls(1);
  }

  private void awaitPolls(long polls) {
    Eventually.until(() -> arrived(Operation.GET_BALANCE) >= polls, () -> "nobody polls");
  }

  private long refusals() {
    return server
        .journal()
        .matching(
            request -> request.operation() == Operation.CREATE_LOAD && request.status() == 402)
        .size();
  }

  private List<String> createdKeys() {
    return poor.debits().stream().map(LedgerEntry::idempotencyKey).toList();
  }
}
