package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.testing.Buyer;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A ledger in memory is one for all threads of its process. */
class MemoryLedgerIT {
  private static final int CALLERS = 8;

  @Test
  void callersThatRacePassNoLimitByACent() throws Exception {
    MemoryStorage ledger = new MemoryStorage(Clock.systemUTC(), 20_000);
    Buyer buyer = new Buyer(ledger, List.of(Buyer.total("400.01")));
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
      assertThat(paid).isEqualTo(20_000);
      assertThat(buyer.chargedUsd()).isEqualByComparingTo("400.00");
    } finally {
      threads.shutdownNow();
    }
  }
}
