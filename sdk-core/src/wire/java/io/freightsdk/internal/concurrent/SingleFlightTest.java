package io.freightsdk.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.concurrent.SingleFlight.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SingleFlightTest {
  /** What a limit of the leader's own refuses. */
  private static final class LeadersLimit extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final Predicate<Throwable> LIMIT = failure -> failure instanceof LeadersLimit;

  private final SingleFlight<String, String> flight = new SingleFlight<>(Runnable::run);
  private final List<CompletableFuture<String>> started = new ArrayList<>();

  @Test
  void whoAsksMeanwhileGetsTheResultOfTheWorkUnderWay() {
    Waiter<String> leader = join();
    Waiter<String> follower = join();
    started.get(0).complete("done");

    assertThat(started).hasSize(1);
    assertThat(leader).isCompletedWithValue("done");
    assertThat(follower).isCompletedWithValue("done");
    assertThat(leader.led()).isTrue();
    assertThat(follower.led()).isFalse();
    assertThat(flight.size()).isZero();
  }

  @Test
  void nothingIsRememberedAfterTheEnd() {
    join();
    started.get(0).complete("first");
    Waiter<String> next = join();
    started.get(1).complete("second");

    assertThat(next).isCompletedWithValue("second");
  }

  @Test
  void aLeaderThatLeavesLeavesTheWorkToTheOthers() {
    Waiter<String> leader = join();
    Waiter<String> follower = join();
    leader.cancel(true);
    assertThat(started.get(0)).isNotCancelled();
    started.get(0).complete("done");

    assertThat(follower).isCompletedWithValue("done");
  }

  @Test
  void theLastToLeaveCancelsTheWork() {
    Waiter<String> leader = join();
    Waiter<String> follower = join();
    follower.completeExceptionally(new TimeoutException());
    leader.cancel(true);

    assertThat(started.get(0)).isCancelled();
    assertThat(join()).isNotDone();
    assertThat(started).hasSize(2);
  }

  @Test
  void aFailureIsSharedLikeAResult() {
    Waiter<String> leader = join();
    Waiter<String> follower = join();
    started.get(0).completeExceptionally(new OutOfMemoryError("thrown by a test"));

    assertThatThrownBy(leader::join).hasCauseInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(follower::join).hasCauseInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void anErrorOfTheSupplierEndsItsFlight() {
    Waiter<String> broken =
        flight.join(
            "key",
            () -> {
              throw new NoClassDefFoundError("thrown by a test");
            },
            LIMIT);
    Waiter<String> absent = flight.join("key", () -> null, LIMIT);

    assertThatThrownBy(broken::join).hasCauseInstanceOf(NoClassDefFoundError.class);
    assertThatThrownBy(absent::join).hasCauseInstanceOf(NullPointerException.class);
    assertThat(flight.size()).isZero();
  }

  @Test
  void whatRefusesTheLeaderOnlyLetsTheNextLeadWithItsOwnWork() {
    Waiter<String> leader = join();
    Waiter<String> second = join();
    Waiter<String> third = join();
    started.get(0).completeExceptionally(new LeadersLimit());
    assertThatThrownBy(leader::join).hasCauseInstanceOf(LeadersLimit.class);
    assertThat(started).hasSize(2);
    started.get(1).complete("done");

    assertThat(second).isCompletedWithValue("done");
    assertThat(third).isCompletedWithValue("done");
    assertThat(second.led()).isTrue();
    assertThat(third.led()).isFalse();
  }

  @Test
  void whenTheLeaderHasLeftItsRefusalStillLetsTheNextLead() {
    Waiter<String> leader = join();
    Waiter<String> second = join();
    leader.cancel(true);
    started.get(0).completeExceptionally(new LeadersLimit());
    started.get(1).complete("done");

    assertThat(second).isCompletedWithValue("done");
  }

  @Test
  void aHundredThousandRefusalsAtOnceNeedNoDeepStack() {
    Waiter<String> leader = join();
    List<Waiter<String>> refused = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      refused.add(
          flight.join("key", () -> CompletableFuture.failedFuture(new LeadersLimit()), LIMIT));
    }
    started.get(0).completeExceptionally(new LeadersLimit());

    assertThat(leader).isCompletedExceptionally();
    assertThat(refused).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(flight.size()).isZero();
  }

  @Test
  void whoGivesUpHearsWhetherItsOwnWorkIsOut() {
    Waiter<String> leader = join();
    Waiter<String> follower = join();
    leader.giveUp(out -> new TimeoutException("out: " + out));
    follower.giveUp(out -> new TimeoutException("out: " + out));

    assertThatThrownBy(leader::join).hasMessageContaining("out: true");
    assertThatThrownBy(follower::join).hasMessageContaining("out: false");
    assertThat(started.get(0)).isCancelled();
  }

  @Test
  void givingUpComesTooLateOnceTheWorkHasEnded() {
    List<Runnable> handedOff = new ArrayList<>();
    SingleFlight<String, String> slow = new SingleFlight<>(handedOff::add);
    CompletableFuture<String> work = new CompletableFuture<>();
    Waiter<String> leader = slow.join("key", () -> work, f -> false);
    work.complete("paid");
    leader.giveUp(out -> new TimeoutException());
    handedOff.forEach(Runnable::run);

    assertThat(leader).isCompletedWithValue("paid");
  }

  @Test
  void whoIsAloneMayEndItsWorkAndTheNextBeginsOnceThatHasEnded() {
    Waiter<String> alone = join();
    assertThat(alone.endIfAlone()).isTrue();
    Waiter<String> next = join();
    assertThat(started).hasSize(1);
    started.get(0).completeExceptionally(new TimeoutException());
    assertThat(started).hasSize(2);
    started.get(1).complete("done");

    assertThatThrownBy(alone::join).hasCauseInstanceOf(TimeoutException.class);
    assertThat(next).isCompletedWithValue("done");
    assertThat(flight.size()).isZero();
  }

  @Test
  void nobodyBeginsWhileCancelledWorkHasNotEnded() {
    CompletableFuture<String> slow =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
          }
        };
    flight.join("key", () -> slow, LIMIT).cancel(true);
    Waiter<String> next = join();
    assertThat(started).isEmpty();
    slow.completeExceptionally(new IllegalStateException());
    assertThat(started).hasSize(1);
    started.get(0).complete("done");

    assertThat(next).isCompletedWithValue("done");
    assertThat(flight.size()).isZero();
  }

  @Test
  void workThatIsBeingEndedAndStillBringsSomethingIsShared() {
    Waiter<String> alone = join();
    assertThat(alone.endIfAlone()).isTrue();
    Waiter<String> next = join();
    started.get(0).complete("in time");

    assertThat(started).hasSize(1);
    assertThat(alone).isCompletedWithValue("in time");
    assertThat(next).isCompletedWithValue("in time");
    assertThat(flight.size()).isZero();
  }

  @Test
  void aFailureAfterAnEndedOneIsSharedAgain() {
    Waiter<String> alone = join();
    assertThat(alone.endIfAlone()).isTrue();
    Waiter<String> second = join();
    Waiter<String> third = join();
    started.get(0).completeExceptionally(new TimeoutException());
    started.get(1).completeExceptionally(new IllegalStateException());

    assertThat(started).hasSize(2);
    assertThatThrownBy(second::join).hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(third::join).hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void inCompanyNobodyEndsTheWorkOfAll() {
    Waiter<String> leader = join();
    Waiter<String> follower = join();

    assertThat(leader.endIfAlone()).isFalse();
    assertThat(follower.endIfAlone()).isFalse();
  }

  @Test
  void aWaiterThatLeavesWhileTheWorkIsBeingStartedHangsNobody() {
    CompletableFuture<String> work = new CompletableFuture<>();
    Waiter<String> leader =
        flight.join(
            "key",
            () -> {
              join().cancel(true);
              return work;
            },
            LIMIT);
    work.complete("done");

    assertThat(leader).isCompletedWithValue("done");
  }

  @Test
  void aCallbackMayAskAgainForTheSameKey() {
    Waiter<String> first = join();
    List<Waiter<String>> again = new ArrayList<>();
    CompletableFuture<Void> unused = first.thenAccept(value -> again.add(join()));
    started.get(0).complete("done");

    assertThat(started).hasSize(2);
    assertThat(again.get(0)).isNotDone();
  }

  @Test
  void aClosedExecutorStillEndsItsWaiters() {
    SingleFlight<String, String> closing =
        new SingleFlight<>(
            task -> {
              throw new RejectedExecutionException("closed");
            });

    assertThat(closing.join("key", () -> CompletableFuture.completedFuture("x"), f -> false))
        .isCompleted();
  }

  @Test
  void aCallbackThatBlocksHoldsUpNobodyElse() throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      SingleFlight<String, String> pooled = new SingleFlight<>(pool);
      CompletableFuture<String> work = new CompletableFuture<>();
      Waiter<String> leader = pooled.join("key", () -> work, f -> false);
      Waiter<String> follower = pooled.join("key", () -> work, f -> false);
      CountDownLatch release = new CountDownLatch(1);
      CompletableFuture<Void> blocked = leader.thenRun(() -> await(release));
      work.complete("done");

      assertThat(follower.get(60, TimeUnit.SECONDS)).isEqualTo("done");
      release.countDown();
      blocked.get(60, TimeUnit.SECONDS);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void underLoadWorkOfOneKeyNeverOverlaps() throws Exception {
    assertThat(underLoad(false)).isZero();
  }

  @Test
  void underLoadEveryWaiterEndsWhoeverLeaves() throws Exception {
    assertThat(underLoad(true)).isNotNegative();
  }

  /** Six callers, two keys, 120,000 waits; returns how often work of one key overlapped. */
  private static int underLoad(boolean someLeave) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      SingleFlight<Integer, String> shared = new SingleFlight<>(pool);
      AtomicInteger[] running = {new AtomicInteger(), new AtomicInteger()};
      AtomicInteger overlaps = new AtomicInteger();
      List<CompletableFuture<List<Waiter<String>>>> callers = new ArrayList<>();
      for (int caller = 0; caller < 6; caller++) {
        callers.add(
            CompletableFuture.supplyAsync(
                () -> {
                  List<Waiter<String>> waiters = new ArrayList<>();
                  for (int i = 0; i < 20_000; i++) {
                    int key = i % 2;
                    waiters.add(shared.join(key, work(running[key], overlaps, pool), LIMIT));
                    if (someLeave && i % 3 == 0) {
                      waiters.get(i).cancel(true);
                    } else if (someLeave && i % 7 == 0) {
                      waiters.get(i).giveUp(out -> new TimeoutException());
                    }
                  }
                  return waiters;
                }));
      }
      for (CompletableFuture<List<Waiter<String>>> caller : callers) {
        for (Waiter<String> waiter : caller.get(60, TimeUnit.SECONDS)) {
          CompletableFuture<Boolean> ended = waiter.handle((value, failure) -> true);
          assertThat(ended.get(60, TimeUnit.SECONDS)).isTrue();
        }
      }
      assertThat(shared.size()).isZero();
      return overlaps.get();
    } finally {
      pool.shutdownNow();
    }
  }

  /** Work that ends later, at once, with an Error, or with a refusal; it counts what overlaps. */
  private static Supplier<CompletableFuture<String>> work(
      AtomicInteger running, AtomicInteger overlaps, ExecutorService pool) {
    return () -> {
      int dice = ThreadLocalRandom.current().nextInt(6);
      if (dice == 0) {
        throw new AssertionError("thrown by a test");
      } else if (dice == 1) {
        return CompletableFuture.failedFuture(new LeadersLimit());
      } else if (dice == 2) {
        return CompletableFuture.completedFuture("at once");
      }
      if (running.incrementAndGet() > 1) {
        overlaps.incrementAndGet();
      }
      CompletableFuture<String> work = new CompletableFuture<>();
      pool.execute(
          () -> {
            running.decrementAndGet();
            if (dice == 3) {
              work.completeExceptionally(new LeadersLimit());
            } else {
              work.complete("later");
            }
          });
      return work;
    };
  }

  private Waiter<String> join() {
    return flight.join(
        "key",
        () -> {
          CompletableFuture<String> work = new CompletableFuture<>();
          started.add(work);
          return work;
        },
        LIMIT);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new AssertionError("was not released");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
