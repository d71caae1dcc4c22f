package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.environment.DaemonTimer;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cancels, deadlines, interrupts, waits that are longer than a price lives and {@code close()}, all
 * at once, with a guard that decides at once, on another thread, or much later: no reservation
 * outlives its call, and each is completed exactly once.
 */
class ReservationsEndOnceIT {
  private static final int ROUNDS = 3;
  private static final int THREADS = 12;
  private static final int CALLS_EACH = 25;

  /** Decisions that the guard keeps for itself; more callers go on than it keeps waiting. */
  private static final int KEPT = 4;

  private static final BigDecimal OPENING = new BigDecimal("10000.00");

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final ScheduledExecutorService disturbing = Executors.newScheduledThreadPool(2);
  private final ExecutorService deciding = Executors.newFixedThreadPool(3);
  private final AtomicLong ahead = new AtomicLong();

  @AfterEach
  void stop() {
    disturbing.shutdownNow();
    deciding.shutdownNow();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noReservationOutlivesItsCall(boolean closedInTheMiddle) throws Exception {
    long seed = Seeds.orFresh(20261120);
    for (int round = 0; round < ROUNDS; round++) {
      Broker broker = server.createBroker(OPENING.toPlainString());
      String load;
      try (FreightClient other =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
        load = other.createLoad(Loads.twoStops()).loadNumber();
      }
      BigDecimal before = broker.balanceUsd();
      server.faults().probability(Operation.GET_LOAD_POSITION, 0.1, 1, Fault.billingUnavailable());
      server.faults().probability(Operation.GET_LOAD_POSITION, 0.1, 2, Fault.closeAfterCommit());
      server.faults().probability(Operation.CREATE_LOAD, 0.1, 3, Fault.closeAfterCommit());

      Racing guard = new Racing(new Random(seed + round));
      play(guard, client(broker, guard), load, seed + 1_000L * round, closedInTheMiddle);

      server.faults().clear();
      guard.inner.assertEachEndedOnce();
      assertThat(guard.held.values()).as("seed %d, round %d", seed, round).allMatch(n -> n == 0);
      BigDecimal taken = before.subtract(broker.balanceUsd());
      assertThat(guard.inner.chargedUsd()).isLessThanOrEqualTo(taken);
      assertThat(guard.inner.usedUsd()).isGreaterThanOrEqualTo(taken);
    }
  }

  private FreightClient client(Broker broker, SpendGuard guard) {
    var world =
        Environments.of(
            Clock.systemUTC(),
            () -> System.nanoTime() + ahead.get(),
            new DaemonTimer("freight-timer", ForkJoinPool.commonPool()));
    return TestBuilders.inWorld(FreightClient.builder(), world)
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .maxConcurrentRequests(3)
        .deadline(Duration.ofMinutes(30))
        .retryPolicy(
            RetryPolicy.builder()
                .retryUnknownReads(true)
                .initialBackoff(Duration.ofMillis(1))
                .maxBackoff(Duration.ofMillis(2))
                .build())
        .spendGuard(guard)
        .build();
  }

  /** All calls of a round, to their end and to that of the client. */
  private void play(Racing guard, FreightClient client, String load, long seed, boolean closes)
      throws Exception {
    // Who is left then may be waiting for decisions that are kept.
    CountDownLatch mostAreDone = new CountDownLatch((THREADS - KEPT) * CALLS_EACH);
    CountDownLatch inTheMiddle = new CountDownLatch(THREADS * CALLS_EACH / 3);
    ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> all = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      Random random = new Random(seed + number);
      all.add(
          callers.submit(
              () -> {
                int left = CALLS_EACH;
                try {
                  while (left > 0) {
                    oneCall(guard, client, load, random);
                    left--;
                    inTheMiddle.countDown();
                    mostAreDone.countDown();
                  }
                } finally {
                  // What has failed is told once nobody waits for its calls.
                  for (; left > 0; left--) {
                    inTheMiddle.countDown();
                    mostAreDone.countDown();
                  }
                }
                return null;
              }));
    }
    try {
      if (closes) {
        assertThat(inTheMiddle.await(60, TimeUnit.SECONDS)).as("a third of the calls").isTrue();
      } else {
        assertThat(mostAreDone.await(60, TimeUnit.SECONDS)).as("most of the calls").isTrue();
        guard.keepNothing();
        for (Future<?> one : all) one.get(60, TimeUnit.SECONDS);
      }
      CompletableFuture.runAsync(client::close).get(60, TimeUnit.SECONDS);
      guard.keepNothing();
      for (Future<?> one : all) one.get(60, TimeUnit.SECONDS);
    } finally {
      callers.shutdownNow();
    }
    // What the guard has still to say, to calls that have ended.
    guard.saidAll();
  }

  private void oneCall(Racing guard, FreightClient client, String load, Random random)
      throws Exception {
    if (random.nextInt(10) == 0) ahead.addAndGet(Duration.ofMillis(1_100).toNanos());
    SpendGuard.Scope scope = guard.newScope();
    CallOptions.Builder options = CallOptions.builder().scope(scope);
    int end = random.nextInt(5);
    if (end == 0) options.deadline(Duration.ofNanos(1 + random.nextInt(4_000_000)));
    if (end == 1) options.timeout(Duration.ofNanos(1 + random.nextInt(2_000_000)));
    long moment = random.nextInt(3_000);
    boolean creates = random.nextInt(4) == 0;
    if (random.nextBoolean()) {
      blocking(client, creates ? null : load, options.build(), end >= 3 ? moment : -1);
    } else {
      boolean endedFirst =
          asynchronous(client, creates ? null : load, options.build(), end >= 3 ? moment : -1);
      // The call itself goes on until it hears of the cancel.
      if (!endedFirst) return;
    }
    guard.assertNothingIsHeldFor(scope);
  }

  /**
   * @param load to read; null to create one
   * @param interruptedAfter in microseconds; never if negative
   */
  private void blocking(
      FreightClient client, @Nullable String load, CallOptions options, long interruptedAfter) {
    Thread here = Thread.currentThread();
    Future<?> interrupt =
        interruptedAfter < 0
            ? CompletableFuture.completedFuture(null)
            : disturbing.schedule(here::interrupt, interruptedAfter, TimeUnit.MICROSECONDS);
    try {
      if (load == null) {
        client.createLoad(Loads.twoStops(), options);
      } else {
        client.getLoadPosition(load, options);
      }
    } catch (FreightException ended) {
      // By its deadline, the interrupt, the close, or the service.
    } finally {
      interrupt.cancel(false);
      boolean unused = Thread.interrupted();
    }
  }

  /** Whether the future has ended with its call, and not by the cancel. */
  private boolean asynchronous(
      FreightClient client, @Nullable String load, CallOptions options, long cancelledAfter)
      throws Exception {
    CompletableFuture<?> call =
        load == null
            ? client.async().createLoad(Loads.twoStops(), options)
            : client.async().getLoadPosition(load, options);
    if (cancelledAfter >= 0) {
      Future<?> unused =
          disturbing.schedule(() -> call.cancel(true), cancelledAfter, TimeUnit.MICROSECONDS);
    }
    try {
      call.get(60, TimeUnit.SECONDS);
    } catch (CancellationException cancelled) {
      return false;
    } catch (ExecutionException ended) {
      assertThat(ended.getCause()).isInstanceOf(FreightException.class);
    } catch (InterruptedException late) {
      // Of a blocking call before this one.
      return false;
    }
    return true;
  }

  /** A guard that takes its time, and counts what each call holds. */
  private final class Racing implements SpendGuard {
    private final TestGuard inner = TestGuard.unlimited(Clock.systemUTC());

    /** By scope, and so by call: reservations that it was given and has not given back. */
    private final Map<Scope, Integer> held = new ConcurrentHashMap<>();

    private final AtomicInteger scopes = new AtomicInteger();

    /** Guards all below. */
    private final Object lock = new Object();

    private final Random random;
    private final Deque<Runnable> kept = new ArrayDeque<>();
    private final List<CompletableFuture<?>> saying = new ArrayList<>();
    private boolean keeps = true;

    Racing(Random random) {
      this.random = random;
    }

    Scope newScope() {
      return inner.scope("call-" + scopes.incrementAndGet());
    }

    /** A reservation that the call had was completed before it ended. */
    void assertNothingIsHeldFor(Scope scope) {
      assertThat(held.getOrDefault(scope, 0)).as("held after the end").isNotPositive();
    }

    @Override
    public boolean needsPrice(@Nullable Scope scope) {
      return inner.needsPrice(scope);
    }

    @Override
    public CompletionStage<Decision> reserve(Purchase purchase) {
      CompletableFuture<Decision> decision = new CompletableFuture<>();
      say(
          () -> {
            Decision made = inner.reserve(purchase).toCompletableFuture().join();
            decision.complete(made);
            // Now the call has it, or it came too late and was given back by this thread.
            if (made instanceof Reservation) count(purchase, 1);
          },
          true);
      return decision;
    }

    @Override
    public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
      Charge charge = inner.complete(reservation, outcome).toCompletableFuture().join();
      count(reservation.purchase(), -1);
      CompletableFuture<Charge> told = new CompletableFuture<>();
      say(() -> told.complete(charge), false);
      return told;
    }

    @Override
    public CompletionStage<Void> flush(Duration atMost) {
      return inner.flush(atMost);
    }

    private void count(Purchase purchase, int reservations) {
      Scope scope = purchase.scope();
      if (scope != null) held.merge(scope, reservations, Integer::sum);
    }

    /** Now, on another thread, or once others have come after it. */
    private void say(Runnable said, boolean mayBeKept) {
      Runnable now = null;
      synchronized (lock) {
        int when = random.nextInt(mayBeKept && keeps ? 3 : 2);
        if (when == 0) {
          now = said;
        } else if (when == 1) {
          saying.add(CompletableFuture.runAsync(said, deciding));
        } else {
          kept.addLast(said);
          if (kept.size() > KEPT) now = kept.removeFirst();
        }
      }
      if (now != null) now.run();
    }

    void keepNothing() {
      List<Runnable> all;
      synchronized (lock) {
        keeps = false;
        all = List.copyOf(kept);
        kept.clear();
      }
      all.forEach(Runnable::run);
    }

    /** Waits for what it says on other threads, also because of what it says. */
    void saidAll() throws Exception {
      List<CompletableFuture<?>> all;
      do {
        synchronized (lock) {
          all = List.copyOf(saying);
          saying.clear();
        }
        for (CompletableFuture<?> one : all) one.get(60, TimeUnit.SECONDS);
      } while (!all.isEmpty());
    }
  }
}
