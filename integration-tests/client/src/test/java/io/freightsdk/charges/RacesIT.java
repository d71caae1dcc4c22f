package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
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
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cancellations, deadlines, timeouts, interrupts, waits that are longer than a price is valid, and
 * {@code close()}, all concurrently and with few slots. The guard decides immediately, on another
 * thread, or much later. Every call ends, every slot is released, and no reservation outlives its
 * call. Each reservation is completed exactly once. Reported charges match the debits of the
 * service.
 */
@Tag("slow") // RandomEndsOfCallsTest plays the same in one thread
class RacesIT {
  private static final int ROUNDS = 50;
  private static final int THREADS = 12;
  private static final int CALLS_EACH = 25;

  /** Decisions that the guard delays; more callers continue than wait for it. */
  private static final int DELAYED_DECISIONS = 4;

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
    long seed = Seeds.givenOr(20261120);
    for (int round = 0; round < ROUNDS; round++) {
      try {
        new Round(seed + 1_000L * round, round % 2 == 0).play(closedInTheMiddle);
      } catch (RuntimeException | Error fault) {
        throw new AssertionError("seed " + seed + ", round " + round, fault);
      }
    }
  }

  /** One client with all its calls. */
  private final class Round {
    private final long seed;
    private final boolean repeatsReads;
    private final Broker broker = server.createBroker(OPENING.toPlainString());
    private final RacingGuard guard;
    private final FreightClient client;
    private final String load;
    private final AtomicInteger ended = new AtomicInteger();
    private final Queue<Throwable> strange = new ConcurrentLinkedQueue<>();

    /** The sum of the reported charges. */
    private final AtomicReference<BigDecimal> charged = new AtomicReference<>(BigDecimal.ZERO);

    private final AtomicReference<BigDecimal> unknown = new AtomicReference<>(BigDecimal.ZERO);

    Round(long seed, boolean repeatsReads) {
      this.seed = seed;
      this.repeatsReads = repeatsReads;
      guard = new RacingGuard(new Random(seed));
      client = client();
      try (FreightClient other =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
        load = other.createLoad(SampleLoads.twoStops()).loadNumber();
      }
    }

    private FreightClient client() {
      var world =
          Environments.of(
              Environments.time(Clock.systemUTC(), () -> System.nanoTime() + ahead.get()));
      return TestBuilders.withEnvironment(FreightClient.builder(), world)
          .baseUrl(server.baseUrl())
          .agentKey(broker.agentKey())
          .maxConcurrentRequests(3)
          .callTimeout(Duration.ofMinutes(30))
          .retryPolicy(
              RetryPolicy.builder()
                  .retryUnknownReads(repeatsReads)
                  .initialBackoff(Duration.ofMillis(1))
                  .build())
          .spendGuard(guard)
          .build();
    }

    void play(boolean closes) throws Exception {
      BigDecimal before = broker.balanceUsd();
      ExecutorService callers = Executors.newFixedThreadPool(THREADS);
      List<Future<?>> all = new ArrayList<>();
      for (int number = 0; number < THREADS; number++) {
        Random random = new Random(seed + number);
        all.add(callers.submit(() -> calls(random)));
      }
      try {
        // The remaining calls may wait for delayed decisions.
        int most = (closes ? THREADS / 3 : THREADS - DELAYED_DECISIONS) * CALLS_EACH;
        Eventually.until(() -> ended.get() >= most, () -> ended + " calls of " + most);
        if (!closes) {
          guard.releaseDelayed();
          for (Future<?> one : all) one.get(60, TimeUnit.SECONDS);
          Activity nothing = new Activity(0, 0, 0);
          Eventually.until(
              () -> Activity.of(client).equals(nothing), () -> "left: " + Activity.of(client));
        }
        CompletableFuture<?> closing = CompletableFuture.runAsync(client::close);
        guard.releaseDelayed();
        closing.get(60, TimeUnit.SECONDS);
        for (Future<?> one : all) one.get(60, TimeUnit.SECONDS);
      } finally {
        callers.shutdownNow();
      }
      // Responses of the guard to calls that have ended.
      guard.awaitAllResponses();
      server.faults().clear();
      assertThat(strange).isEmpty();
      assertReportsMatch(before.subtract(broker.balanceUsd()));
    }

    private void assertReportsMatch(BigDecimal taken) {
      guard.inner.assertEachCompletedOnce();
      assertThat(guard.held.values()).allMatch(n -> n == 0);
      assertThat(guard.inner.chargedUsd()).isLessThanOrEqualTo(taken);
      assertThat(guard.inner.usedUsd()).isGreaterThanOrEqualTo(taken);
      assertThat(charged.get()).isLessThanOrEqualTo(taken);
      // Each attempt of a repeated read may have been charged.
      if (repeatsReads) return;
      assertThat(charged.get().add(unknown.get())).isGreaterThanOrEqualTo(taken);
    }

    private void calls(Random random) {
      for (int i = 0; i < CALLS_EACH; i++) {
        try {
          oneCall(random);
        } catch (Throwable any) {
          strange.add(any);
        } finally {
          ended.incrementAndGet();
        }
      }
    }

    /**
     * About one read in ten fails without billing, and one call in ten of each kind loses its
     * response.
     */
    private void fail(Random random, @Nullable String read) {
      Operation operation = read == null ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION;
      if (read != null && random.nextInt(10) == 0) {
        server.faults().next(operation, Fault.billingUnavailable());
      }
      if (random.nextInt(10) == 0) server.faults().next(operation, Fault.closeAfterCommit());
    }

    private void oneCall(Random random) throws Exception {
      if (random.nextInt(10) == 0) ahead.addAndGet(Duration.ofMillis(1_100).toNanos());
      SpendGuard.CostCenter scope = guard.newScope();
      CallOptions.Builder options = CallOptions.builder().scope(scope);
      int end = random.nextInt(5);
      if (end == 0) options.deadline(Duration.ofNanos(1 + random.nextInt(4_000_000)));
      if (end == 1) options.attemptTimeout(Duration.ofNanos(1 + random.nextInt(2_000_000)));
      long moment = end >= 3 ? random.nextInt(3_000) : -1;
      String read = random.nextInt(4) == 0 ? null : load;
      fail(random, read);
      if (random.nextBoolean()) {
        blocking(read, options.build(), moment);
      } else {
        // Otherwise the call continues until it detects the cancellation.
        boolean endedFirst = asynchronous(read, options.build(), moment);
        if (!endedFirst) return;
      }
      guard.assertNothingReservedFor(scope);
    }

    /**
     * @param read the load to read; null to create one
     * @param interruptedAfter in microseconds; never if negative
     */
    private void blocking(@Nullable String read, CallOptions options, long interruptedAfter) {
      Thread here = Thread.currentThread();
      Future<?> interrupt =
          interruptedAfter < 0
              ? CompletableFuture.completedFuture(null)
              : disturbing.schedule(here::interrupt, interruptedAfter, TimeUnit.MICROSECONDS);
      try {
        addCharge(
            read,
            read == null
                ? client.createLoad(SampleLoads.twoStops(), options).charge()
                : client.withResponse().getLoadPosition(read, options).charge());
      } catch (FreightException failed) {
        // Failed by its deadline, the interrupt, the close or the service.
        addCharge(read, failed.charge());
      } finally {
        interrupt.cancel(false);
        boolean unused = Thread.interrupted();
      }
    }

    /**
     * Makes an asynchronous call. Returns whether the call itself ended the future, not the
     * cancellation.
     */
    private boolean asynchronous(@Nullable String read, CallOptions options, long cancelledAfter)
        throws Exception {
      CompletableFuture<?> call =
          read == null
              ? client.async().createLoad(SampleLoads.twoStops(), options)
              : client.async().withResponse().getLoadPosition(read, options);
      if (cancelledAfter >= 0) {
        Future<?> unused =
            disturbing.schedule(() -> call.cancel(true), cancelledAfter, TimeUnit.MICROSECONDS);
      }
      try {
        Object made = call.get(60, TimeUnit.SECONDS);
        boolean isNew = made instanceof CreateLoadOutcome;
        addCharge(
            read,
            isNew ? ((CreateLoadOutcome) made).charge() : ((FreightResponse<?>) made).charge());
      } catch (CancellationException | InterruptedException left) {
        // Only the guard gets its charge. An interrupt was for an earlier call.
        addCharge(read, Charge.UNKNOWN);
        return false;
      } catch (ExecutionException failed) {
        addCharge(read, ((FreightException) failed.getCause()).charge());
      }
      return true;
    }

    private void addCharge(@Nullable String read, Charge charge) {
      BigDecimal price = new BigDecimal(read == null ? "0.65" : "0.02");
      if (charge.equals(Charge.UNKNOWN)) unknown.accumulateAndGet(price, BigDecimal::add);
      BigDecimal amount = charge.amountUsd();
      if (amount != null) charged.accumulateAndGet(amount, BigDecimal::add);
    }
  }

  /** A slow guard that counts the reservations of each call. */
  private final class RacingGuard implements SpendGuard {
    private final TestGuard inner = TestGuard.unlimited();

    /** The open reservations of each scope. Each call has its own scope. */
    private final Map<CostCenter, Integer> held = new ConcurrentHashMap<>();

    private final AtomicInteger scopes = new AtomicInteger();

    /** Guards all fields below. */
    private final Object lock = new Object();

    private final Random random;
    private final Deque<Runnable> delayed = new ArrayDeque<>();
    private final List<CompletableFuture<?>> running = new ArrayList<>();
    private boolean delaysResponses = true;

    RacingGuard(Random random) {
      this.random = random;
    }

    CostCenter newScope() {
      return inner.scope("call-" + scopes.incrementAndGet());
    }

    /** Asserts that the reservations of the call were completed before its end. */
    void assertNothingReservedFor(CostCenter scope) {
      assertThat(held.getOrDefault(scope, 0)).as("reserved after the end").isNotPositive();
    }

    @Override
    public Decision reserve(Purchase purchase) {
      Decision made = inner.reserve(purchase);
      if (made instanceof Reservation) count(purchase, 1);
      CompletableFuture<Decision> decision = new CompletableFuture<>();
      respond(() -> decision.complete(made), true);
      return decision.join();
    }

    @Override
    public Charge complete(Purchase purchase, Outcome outcome) {
      Charge charge = inner.complete(purchase, outcome);
      count(purchase, -1);
      CompletableFuture<Charge> reported = new CompletableFuture<>();
      respond(() -> reported.complete(charge), false);
      return reported.join();
    }

    private void count(Purchase purchase, int reservations) {
      CostCenter scope = purchase.scope();
      if (scope != null) held.merge(scope, reservations, Integer::sum);
    }

    /** Runs a response immediately, on another thread, or after later responses. */
    private void respond(Runnable response, boolean mayDelay) {
      Runnable now = null;
      synchronized (lock) {
        int when = random.nextInt(mayDelay && delaysResponses ? 3 : 2);
        if (when == 0) {
          now = response;
        } else if (when == 1) {
          running.add(CompletableFuture.runAsync(response, deciding));
        } else {
          delayed.addLast(response);
          if (delayed.size() > DELAYED_DECISIONS) now = delayed.removeFirst();
        }
      }
      if (now != null) now.run();
    }

    void releaseDelayed() {
      List<Runnable> all;
      synchronized (lock) {
        delaysResponses = false;
        all = List.copyOf(delayed);
        delayed.clear();
      }
      all.forEach(Runnable::run);
    }

    /** Waits for responses on other threads, including the responses that they cause. */
    void awaitAllResponses() throws Exception {
      List<CompletableFuture<?>> all;
      do {
        synchronized (lock) {
          all = List.copyOf(running);
          running.clear();
        }
        for (CompletableFuture<?> one : all) one.get(60, TimeUnit.SECONDS);
      } while (!all.isEmpty());
    }
  }
}
