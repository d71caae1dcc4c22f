package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.WatchOptions;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A statement that does not return, while its fleet is closed. */
@Timeout(120)
class HangingDatabaseIT {
  private static final FleetOptions OPTIONS =
      FleetOptions.builder()
          .budgetPerDay("10.00")
          .watch(WatchOptions.builder().deliverOn(Runnable::run).build())
          .build();

  @Test
  void aFleetIsClosedThoughItsDatabaseSaysNothingAndAnotherOneLeads() throws Exception {
    ScriptedFleet service = new ScriptedFleet();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    AtomicReference<Throwable> broke = new AtomicReference<>();
    try (TestDatabase database =
        new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")) {
      FaultyDatabase way = new FaultyDatabase(database);
      boolean[] hung = new boolean[1];
      Fleet east =
          service.fleet(
              OPTIONS,
              FleetTables.open(way.dataSource(), "acme", true),
              Duration.ZERO,
              task -> {
                if (hung[0]) thread.execute(task);
                else task.run();
              });
      Fleet west = service.fleet(OPTIONS, FleetTables.open(database, "acme", true));
      CompletableFuture<Void> unused = east.listen(event -> {});
      unused = west.listen(event -> {});
      east.add(service.book(1, Duration.ZERO));
      service.time.advance(Duration.ofMinutes(10));
      assertThat(east.leads()).isTrue();

      hung[0] = true;
      way.beforeAsking =
          () -> {
            asked.countDown();
            try {
              hangs.await();
            } catch (InterruptedException e) {
              broke.set(e);
            }
          };
      east.close();

      assertThat(asked.getCount()).as("it was asked").isZero();
      assertThat(hangs.getCount()).as("nothing came back").isEqualTo(1);
      assertThat(east.leads()).isFalse();
      service.time.advance(Duration.ofMinutes(1));
      assertThat(west.leads()).isTrue();

      hangs.countDown();
      thread.shutdown();
      assertThat(thread.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
      service.time.advance(Duration.ofMinutes(1));
      assertThat(west.leads()).as("what the first one gives back is not taken from it").isTrue();
      assertThat(broke.get()).isNull();
    } finally {
      hangs.countDown();
      thread.shutdownNow();
    }
  }
}
