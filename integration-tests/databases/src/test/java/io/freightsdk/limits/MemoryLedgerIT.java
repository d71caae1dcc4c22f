package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.Eventually;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A ledger in memory with concurrent threads. */
class MemoryLedgerIT {
  private static final int CALLERS = 8;

  /** The states of a thread that waits for a lock or has finished. */
  private static final Set<Thread.State> HAS_COME =
      Set.of(Thread.State.BLOCKED, Thread.State.TERMINATED);

  @Test
  void concurrentCallersKeepALimitToTheCent() throws Exception {
    MemoryStorage ledger = new MemoryStorage(Clock.systemUTC(), 20_000);
    Buyer buyer = new Buyer(ledger, List.of(Buyer.total("40.01")));
    CyclicBarrier start = new CyclicBarrier(CALLERS);
    Callable<Integer> caller =
        () -> {
          start.await();
          return buyer.payUntilRefused("0.02");
        };
    List<Callable<Integer>> callers = Stream.generate(() -> caller).limit(CALLERS).toList();
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try {
      int paid = 0;
      for (Future<Integer> one : threads.invokeAll(callers)) paid += one.get();
      assertThat(paid).isEqualTo(2_000);
      assertThat(buyer.chargedUsd()).isEqualByComparingTo("40.00");
    } finally {
      threads.shutdownNow();
    }
  }

  /** Otherwise a read would see half of a change, or fail on rows that are added and removed. */
  @Test
  void readsAndChangesExcludeEachOther() throws Exception {
    MemoryStorage ledger = new MemoryStorage(Clock.systemUTC(), 20_000);
    Buyer buyer = new Buyer(ledger, List.of());
    assertThat(buyer.pay("0.02", null)).isTrue();
    Thread payer = new Thread(() -> buyer.pay("0.65", null));
    List<SpendEntry> seen =
        ledger.read(
            rows -> {
              payer.start();
              Eventually.until(() -> HAS_COME.contains(payer.getState()), () -> "it did not pay");
              return rows.entries(SpendFilter.all(), 0, 10);
            });
    payer.join();
    assertThat(seen).hasSize(1);
    assertThat(buyer.chargedUsd()).isEqualByComparingTo("0.67");
  }
}
