package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.BudgetSpent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.LoadEvent.StatusChanged;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LoadWatchTest extends WatchTest {
  @Test
  void aWatchTellsTheWholeLifeOfALoadAndCompletes() {
    CompletableFuture<Void> done = watch(options()).listen(events::add);

    time.advance(Duration.ofHours(3));

    assertThat(done).isCompleted();
    assertThat(events).first().isInstanceOf(FirstSeen.class);
    assertThat(events).last().isInstanceOf(Delivered.class);
    assertThat(statuses())
        .containsExactly(LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED);
  }

  @Test
  void aFinishedLoadIsNotReadAgain() {
    watch(options()).listen(events::add);

    time.advance(Duration.ofDays(2));

    assertThat(reads.readAt).hasSize(25).last().isEqualTo(START.plus(Duration.ofMinutes(120)));
    assertThat(time.waiting()).isZero();
  }

  @Test
  void aWatchWithoutASubscriberReadsNothing() {
    watch(options());

    time.advance(Duration.ofHours(3));

    assertThat(reads.readAt).isEmpty();
  }

  @Test
  void nothingIsReadUntilAnEventIsAskedFor() {
    Collector slow = new Collector();
    watch(options()).subscribe(slow);
    time.advance(Duration.ofHours(1));
    assertThat(reads.readAt).isEmpty();

    slow.subscription.request(1);
    time.advance(Duration.ofHours(3));

    assertThat(reads.readAt).hasSize(1);
    assertThat(slow.events).hasSize(1);
  }

  @Test
  void aSlowSubscriberGetsEveryFactFromFewerReads() {
    Collector slow = new Collector();
    watch(options()).subscribe(slow);
    slow.subscription.request(1);
    time.advance(Duration.ofHours(3));

    slow.subscription.request(Long.MAX_VALUE);

    assertThat(reads.readAt).hasSize(2);
    assertThat(slow.events.stream().filter(StatusChanged.class::isInstance)).hasSize(3);
    assertThat(slow.completed).isTrue();
  }

  @Test
  void subscribersShareTheReads() {
    PollingWatch watch = watch(options());
    List<LoadEvent> others = new ArrayList<>();
    watch.listen(events::add);
    watch.listen(others::add);

    time.advance(Duration.ofHours(3));

    assertThat(reads.readAt).hasSize(25);
    assertThat(others).isEqualTo(events);
  }

  @Test
  void aListenerThatThrowsEndsOnlyItsOwnSubscription() {
    PollingWatch watch = watch(options());
    CompletableFuture<Void> broken =
        watch.listen(
            event -> {
              throw new IllegalStateException("listener");
            });
    CompletableFuture<Void> sound = watch.listen(events::add);

    time.advance(Duration.ofHours(3));

    assertThat(broken).isCompletedExceptionally();
    assertThat(sound).isCompleted();
  }

  @Test
  void aWatchResumesWhereItsLastReadingLeftOff() {
    PollingWatch first = watch(options());
    first.listen(events::add);
    time.advance(Duration.ofMinutes(42));
    first.close();
    PositionReading last = first.lastReading();

    watch(WatchOptions.builder().plan(PollPlan.every(FIVE_MINUTES)).resumeFrom(last).build())
        .listen(events::add);
    time.advance(Duration.ofHours(3));

    assertThat(events).filteredOn(FirstSeen.class::isInstance).hasSize(1);
    assertThat(statuses())
        .containsExactly(LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED);
    assertThat(reads.readAt).hasSize(25).contains(START.plus(Duration.ofMinutes(45)));
  }

  @Test
  void resumingAFinishedLoadCompletesWithoutARead() {
    PositionReading over = new PositionReading(twoHourTrip(START.plus(Duration.ofHours(2))), START);

    CompletableFuture<Void> done =
        watch(WatchOptions.builder().resumeFrom(over).build()).listen(events::add);

    assertThat(done).isCompleted();
    assertThat(reads.readAt).isEmpty();
    assertThat(events).isEmpty();
  }

  @Test
  void aBudgetThatEndsIsSaidAndNothingMoreIsPaid() {
    PollingWatch watch =
        watch(
            WatchOptions.builder()
                .plan(PollPlan.every(FIVE_MINUTES))
                .budget(new BigDecimal("0.05"))
                .build());
    CompletableFuture<Void> done = watch.listen(events::add);

    time.advance(Duration.ofHours(3));

    assertThat(done).isCompleted();
    assertThat(reads.readAt).hasSize(2);
    assertThat(events).last().isEqualTo(new BudgetSpent(LOAD, 2, new BigDecimal("0.04")));
    assertThat(watch.spentUsd()).isEqualByComparingTo("0.04");
  }

  @Test
  void aPriceRiseEndsTheBudgetBeforeTheReadItNoLongerCovers() {
    watch(
            WatchOptions.builder()
                .plan(PollPlan.every(FIVE_MINUTES))
                .budget(new BigDecimal("0.10"))
                .build())
        .listen(events::add);
    time.advance(Duration.ofMinutes(6));
    reads.priceUsd = new BigDecimal("0.07");

    time.advance(Duration.ofHours(3));

    assertThat(events).last().isEqualTo(new BudgetSpent(LOAD, 2, new BigDecimal("0.04")));
  }

  @Test
  void whatOthersHaveSpentOfTheBudgetIsAskedFromTheLedger() {
    reads.usedUsd = new BigDecimal("0.09");
    PollingWatch watch = watch(options().toBuilder().budget("0.10").build());
    watch.listen(events::add);

    assertThat(reads.readAt).isEmpty();
    assertThat(events).containsExactly(new BudgetSpent(LOAD, 0, new BigDecimal("0.09")));
  }

  @Test
  void aLedgerThatIsAwayIsWaitedForLikeTheService() {
    reads.ledgerFailures.add(outage());
    watch(options().toBuilder().budget("0.10").build()).listen(events::add);
    assertThat(reads.readAt).isEmpty();
    assertThat(events).hasExactlyElementsOfTypes(ReadFailed.class);

    time.advance(Duration.ofMinutes(1));

    assertThat(reads.readAt).containsExactly(minute(1));
  }

  @Test
  void aBudgetWithoutALedgerIsRefusedWithWhatToDo() {
    WatchWorld world = world(new ReadGate(8));
    WatchWorld without =
        new WatchWorld(
            reads, null, world.alarm(), world.gate(), world.retryPolicy(), Runnable::run);
    WatchOptions budget = options().toBuilder().budget("0.10").build();

    assertThatThrownBy(() -> new Watches(without).open(LOAD, budget))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spendGuard(SpendLedger.inMemory().guard())");
  }

  @Test
  void readsThatMayHaveBeenPaidCountAgainstTheBudget() {
    reads.failNext(lostAnswer(), lostAnswer());
    watch(WatchOptions.builder().plan(PollPlan.every(FIVE_MINUTES)).maxReads(2).build())
        .listen(events::add);

    time.advance(Duration.ofHours(3));

    assertThat(reads.readAt).hasSize(2);
    assertThat(events).last().isInstanceOf(BudgetSpent.class);
  }

  @Test
  void sharedPositionsCostTheBudgetNothing() {
    reads.answersAreShared = true;
    PollingWatch watch =
        watch(WatchOptions.builder().plan(PollPlan.every(FIVE_MINUTES)).maxReads(1).build());
    CompletableFuture<Void> done = watch.listen(events::add);

    time.advance(Duration.ofHours(3));

    assertThat(done).isCompleted();
    assertThat(watch.paidReads()).isZero();
    assertThat(events).last().isInstanceOf(Delivered.class);
  }

  @Test
  void anOutageIsToldAndTriedAgainMoreAndMoreSeldom() {
    reads.failNext(outage(), outage(), outage());
    watch(options()).listen(events::add);

    time.advance(Duration.ofMinutes(8));

    assertThat(reads.readAt).containsExactly(minute(0), minute(1), minute(3), minute(7));
    assertThat(events).filteredOn(ReadFailed.class::isInstance).hasSize(3);
    assertThat(((ReadFailed) events.get(0)).nextTryAt()).isEqualTo(minute(1));
  }

  @Test
  void afterAReadThatSucceedsAnOutageIsTheFirstAgain() {
    reads.failNext(outage(), outage());
    watch(options()).listen(events::add);
    time.advance(Duration.ofMinutes(3));
    reads.failNext(outage());
    time.advance(Duration.ofMinutes(6));

    assertThat(reads.readAt).containsExactly(minute(0), minute(1), minute(3), minute(8), minute(9));
  }

  @Test
  void anEmptyBalanceIsWaitedForWithFreeCallsOnly() {
    reads.balanceUsd = new BigDecimal("0.01");
    reads.failNext(emptyBalance());
    watch(options()).listen(events::add);
    time.advance(Duration.ofMinutes(30));
    assertThat(reads.readAt).hasSize(1);
    assertThat(reads.balanceReads).isEqualTo(30);

    reads.balanceUsd = new BigDecimal("5.00");
    time.advance(Duration.ofMinutes(1));

    assertThat(reads.readAt).hasSize(2);
    assertThat(events).first().isInstanceOf(ReadFailed.class);
    assertThat(events).hasAtLeastOneElementOfType(FirstSeen.class);
  }

  @Test
  void aLoadThatDoesNotExistFailsTheWatch() {
    reads.failNext(new LoadNotFoundException(facts(Charge.NONE), "refused", null, Map.of()));

    CompletableFuture<Void> done = watch(options()).listen(events::add);

    assertThat(done).isCompletedExceptionally();
    assertThatThrownBy(done::join).hasCauseInstanceOf(LoadNotFoundException.class);
    time.advance(Duration.ofHours(3));
    assertThat(reads.readAt).hasSize(1);
  }

  @Test
  void noPlanReadsBelowTheFloor() {
    watch(
            WatchOptions.builder()
                .plan((latest, now, budget) -> now)
                .floor(Duration.ofMinutes(2))
                .build())
        .listen(events::add);

    time.advance(Duration.ofMinutes(10));

    assertThat(reads.readAt).hasSize(6);
  }

  @Test
  void aPlanThatThrowsFailsItsWatchOnly() {
    PollingWatch broken =
        watch(
            WatchOptions.builder()
                .plan(
                    (latest, now, budget) -> {
                      throw new IllegalStateException("plan");
                    })
                .build());
    CompletableFuture<Void> done = broken.listen(events::add);
    CompletableFuture<Void> sound = watch(options()).listen(events::add);

    time.advance(Duration.ofHours(3));

    assertThat(done).isCompletedExceptionally();
    assertThat(sound).isCompleted();
  }

  @Test
  void aFailurePolicyWithoutAVerdictFailsItsWatch() {
    reads.failNext(outage());
    CompletableFuture<Void> done =
        watch(WatchOptions.builder().failurePolicy((failure, inARow) -> null).build())
            .listen(events::add);

    assertThatThrownBy(done::join)
        .hasCauseInstanceOf(NullPointerException.class)
        .hasMessageContaining("failurePolicy of the watch returned null");
  }

  @Test
  void aReadRepeatedByItsPolicyIsCappedToWhatTheBudgetHasLeft() {
    RetryPolicy hopeful = RetryPolicy.builder().maxAttempts(5).retryUnknownReads(true).build();
    WatchOptions options =
        options().toBuilder()
            .maxReads(3)
            .callOptions(CallOptions.builder().retryPolicy(hopeful).build())
            .build();
    watch(options).listen(events::add);
    time.advance(Duration.ofMinutes(6));

    assertThat(reads.asked)
        .extracting(asked -> asked.retryPolicy().maxAttempts())
        .containsExactly(3, 2);
  }

  @Test
  void theReadsOfManyWatchesPassTheGateInTurn() {
    ReadGate gate = new ReadGate(2);
    reads.pending = new CompletableFuture<>();
    for (int i = 0; i < 5; i++) {
      new PollingWatch(LOAD, options(), world(gate)).listen(events::add);
    }
    assertThat(reads.readAt).hasSize(2);

    CompletableFuture<?> first = reads.pending;
    reads.pending = null;
    first.completeExceptionally(outage());

    assertThat(reads.readAt).hasSize(5);
  }

  private List<LoadStatus> statuses() {
    return events.stream()
        .filter(StatusChanged.class::isInstance)
        .map(event -> ((StatusChanged) event).to())
        .toList();
  }

  private static Instant minute(int minute) {
    return START.plus(Duration.ofMinutes(minute));
  }

  private static FreightTimeoutException lostAnswer() {
    return new FreightTimeoutException(
        facts(Charge.UNKNOWN), "attempt timeout", Duration.ofSeconds(10), false, null);
  }

  private static InsufficientFundsException emptyBalance() {
    return new InsufficientFundsException(
        facts(Charge.NONE),
        "refused",
        null,
        Map.of(),
        new BigDecimal("0.01"),
        ScriptedReads.PRICE,
        "/billing");
  }
}
