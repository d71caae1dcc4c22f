package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Answers, cancels, time-outs and {@code close()} at the same moment, from many threads over few
 * places on the wire: every call ends, every place comes back, every reservation ends once, and
 * what the guard was told is what the service has taken.
 */
class RacesIT {
  private static final int THREADS = 32;
  private static final int CALLS_EACH = 60;
  private static final int ROUNDS = 4;
  private static final BigDecimal OPENING = new BigDecimal("10000.00");

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker(OPENING.toPlainString());
  private final TestGuard guard = TestGuard.unlimited(Clock.systemUTC());
  private final AtomicInteger surely = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  @AfterEach
  void stop() {
    server.close();
  }

  private FreightClient client(int places) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .maxConcurrentRequests(places)
        .deadline(Duration.ofSeconds(40))
        .retryPolicy(
            RetryPolicy.builder()
                .initialBackoff(Duration.ofMillis(1))
                .maxBackoff(Duration.ofMillis(3))
                .build())
        .spendGuard(guard)
        .build();
  }

  private interface OneCall {
    void make(FreightClient client, String load, Random random) throws Exception;
  }

  /** The threads, started; each fails with what its calls did not end with. */
  private static List<CompletableFuture<Void>> started(
      FreightClient client, String load, OneCall call) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      Random random = new Random(number);
      CompletableFuture<Void> ended = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < CALLS_EACH; i++) call.make(client, load, random);
                  ended.complete(null);
                } catch (Throwable any) {
                  ended.completeExceptionally(any);
                }
              },
              "race-" + number);
      thread.setDaemon(true);
      thread.start();
      all.add(ended);
    }
    return all;
  }

  private static void join(List<CompletableFuture<Void>> all) throws Exception {
    for (CompletableFuture<Void> one : all) one.get(120, TimeUnit.SECONDS);
  }

  private void count(Charge charge) {
    switch (charge.kind()) {
      case NONE -> {}
      case CHARGED -> surely.incrementAndGet();
      case UNKNOWN -> open.incrementAndGet();
    }
  }

  /** A read that may be cancelled, timed out, or ended by its deadline at any moment. */
  private void raced(FreightClient client, String load, Random random) throws Exception {
    int kind = random.nextInt(6);
    CallOptions options =
        kind == 0
            ? CallOptions.builder().timeout(Duration.ofNanos(1 + random.nextInt(3_000_000))).build()
            : kind == 1
                ? CallOptions.builder()
                    .deadline(Duration.ofNanos(1 + random.nextInt(5_000_000)))
                    .build()
                : CallOptions.DEFAULT;
    if (random.nextInt(4) == 0) {
      blocking(client, load, options);
      return;
    }
    var future = client.async().withResponse().getLoadPosition(load, options);
    if (kind >= 4) {
      LockSupport.parkNanos(random.nextInt(2_000_000));
      future.cancel(true);
    }
    try {
      count(future.get(60, TimeUnit.SECONDS).charge());
    } catch (ExecutionException e) {
      count(((FreightException) e.getCause()).charge());
    } catch (CancellationException e) {
      open.incrementAndGet(); // Its charge is told to the guard only.
    } catch (TimeoutException e) {
      throw new AssertionError("a future that nobody ends", e);
    }
  }

  private void blocking(FreightClient client, String load, CallOptions options) {
    try {
      count(client.withResponse().getLoadPosition(load, options).charge());
    } catch (FreightException failed) {
      count(failed.charge());
    }
  }

  private BigDecimal taken() {
    return OPENING.subtract(broker.balanceUsd());
  }

  /** A future that was cancelled has ended before its call. */
  private void assertTheGuardKnowsWhatWasTaken() {
    Eventually.until(() -> guard.open().isEmpty(), () -> guard.open().size() + " are open");
    guard.assertEachEndedOnce();
    assertThat(guard.chargedUsd()).isLessThanOrEqualTo(taken());
    assertThat(guard.usedUsd()).isGreaterThanOrEqualTo(taken());
  }

  @Test
  void everyFutureEndsEveryPlaceReturnsAndTheGuardIsToldWhatWasTaken() throws Exception {
    try (FreightClient client = client(3)) {
      String load = client.createLoad(Loads.twoStops()).loadNumber();
      server.faults().probability(Operation.GET_LOAD_POSITION, 0.05, 1, Fault.billingUnavailable());
      server.faults().probability(Operation.GET_LOAD_POSITION, 0.03, 2, Fault.closeAfterCommit());

      join(started(client, load, this::raced));

      server.faults().clear();
      // Three that stand on the wire at the same time, if all places are there.
      server.faults().times(Operation.GET_LOAD_POSITION, 3, Fault.delay(Duration.ofMillis(200)));
      List<CompletableFuture<?>> last = new ArrayList<>();
      for (int i = 0; i < 3; i++) last.add(client.async().getLoadPosition(load));
      for (CompletableFuture<?> read : last) read.get(60, TimeUnit.SECONDS);
      assertTheGuardKnowsWhatWasTaken();
      BigDecimal reads = taken().subtract(new BigDecimal("0.65"));
      BigDecimal price = new BigDecimal("0.02");
      assertThat(reads)
          .isGreaterThanOrEqualTo(price.multiply(BigDecimal.valueOf(surely.get() + 3)));
      assertThat(reads)
          .isLessThanOrEqualTo(price.multiply(BigDecimal.valueOf(surely.get() + open.get() + 3L)));
    }
  }

  @Test
  void closeInTheMiddleOfEverythingEndsEveryCall() throws Exception {
    FreightClient watcher = client(1);
    String load = watcher.createLoad(Loads.twoStops()).loadNumber();
    ConcurrentLinkedQueue<Throwable> strange = new ConcurrentLinkedQueue<>();
    for (int round = 0; round < ROUNDS; round++) {
      FreightClient client = client(2);
      AtomicInteger ended = new AtomicInteger();
      List<CompletableFuture<Void>> all =
          started(
              client,
              load,
              (mine, number, random) -> {
                if (random.nextInt(3) > 0) LockSupport.parkNanos(random.nextInt(300_000));
                try {
                  raced(mine, number, random);
                } catch (Throwable any) {
                  strange.add(any);
                } finally {
                  ended.incrementAndGet();
                }
              });
      int enough = (round + 1) * THREADS * CALLS_EACH / (ROUNDS + 4);
      Eventually.until(() -> ended.get() >= enough, () -> ended + " calls of " + enough);
      CompletableFuture.runAsync(client::close).get(60, TimeUnit.SECONDS);
      join(all);
    }
    assertThat(strange).isEmpty();
    assertTheGuardKnowsWhatWasTaken();
    watcher.close();
  }
}
