package io.freightsdk.money;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.OpenSockets;
import io.freightsdk.testing.ShiftedClock;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Many threads that create and read loads through one client while the service fails, billing goes
 * down, the balance runs out and is topped up, and callers change their minds. The same seed gives
 * every thread the same plan; how the threads interleave is the machine's.
 */
final class MoneyStorm implements AutoCloseable {
  static final int THREADS = 16;
  private static final String TOP_UP = "50.00";
  private static final Duration DAY = Duration.ofHours(25);

  /**
   * What a storm is made of.
   *
   * @param cancels one of so many calls is given up by its caller; 0 for none
   */
  record Plan(
      long seed,
      int calls,
      double failsBefore,
      double closesAfterCommit,
      double cutsBody,
      int cancels,
      SpendLimits limits) {}

  private final Plan plan;
  private final StormServer server;
  private final ShiftedClock clock = new ShiftedClock();
  private final FreightClient client;
  private final SpendScope tenant =
      SpendScope.of("tenant", SpendLimits.builder().total("1000000").build());

  private final List<String> loads = new ArrayList<>();
  private final Map<String, Set<String>> loadsByKey = new ConcurrentHashMap<>();
  private final List<String> keysWithSeveralLoads = new ArrayList<>();
  private final AtomicInteger left = new AtomicInteger();
  private final LongAdder succeeded = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private BigDecimal toppedUp = BigDecimal.ZERO;
  private volatile int rounds;

  MoneyStorm(Plan plan) {
    this(plan, new StormServer.Local());
  }

  MoneyStorm(Plan plan, StormServer server) {
    this.plan = plan;
    this.server = server;
    this.client =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(server.agentKey())
            .clock(clock)
            .retryBudget(1_000_000)
            .retryPolicy(
                RetryPolicy.builder()
                    .initialBackoff(Duration.ofMillis(1))
                    .maxBackoff(Duration.ofMillis(4))
                    .build())
            .spendLimits(plan.limits)
            .topUpPolicy(TopUpPolicy.awaitTopUp(Duration.ofSeconds(60)))
            .build();
  }

  /** The broker of a service in this JVM. */
  Broker broker() {
    if (server instanceof StormServer.Local local) return local.broker();
    throw new IllegalStateException("the service is in another process");
  }

  FreightClient client() {
    return client;
  }

  /** What the service has taken, by its own balance. */
  BigDecimal debited() {
    return new BigDecimal(StormServer.OPENING).add(toppedUp).subtract(server.balanceUsd());
  }

  /** Derived keys, which several callers use, under which they were given different loads. */
  List<String> keysWithSeveralLoads() {
    return keysWithSeveralLoads;
  }

  String summary() {
    return "calls %d: %d succeeded, %d failed (%d of them with unknown charge), %d refused by a limit; topped up %s USD"
        .formatted(
            plan.calls, succeeded.sum(), failed.sum(), unknown.sum(), refused.sum(), toppedUp);
  }

  /** Opens the books, runs every call to its end, and waits until the service is still. */
  void run() throws Exception {
    open();
    callAll(plan.calls);
  }

  /** As many calls again. */
  void goOn() throws Exception {
    callAll(plan.calls);
  }

  /**
   * As {@link #run()}, but over some days of 25 hours, so that what is remembered for a day is
   * forgotten as in a client that runs for long. Nobody calls while a day ends.
   *
   * @param dayEnded told how many calls there were so far
   */
  void runForDays(int days, IntConsumer dayEnded) throws Exception {
    open();
    int calls = 0;
    for (int day = 1; day <= days; day++) {
      int until = (int) ((long) plan.calls * day / days);
      callAll(until - calls);
      calls = until;
      dayEnded.accept(calls);
      clock.advance(DAY);
      server.advance(DAY);
    }
  }

  /** Two minutes later, when nothing is on its way any more. */
  Reconciliation reconcile() {
    clock.advance(Duration.ofMinutes(2));
    return client.ledger().reconcile();
  }

  /**
   * As {@link #reconcile()}; what lies between is told as a sum, because nobody else spends from
   * the account.
   */
  Reconciliation reconcileAndSettle() {
    Reconciliation found = reconcile();
    if (found.verdict() != Reconciliation.Verdict.BETWEEN) return found;
    List<Long> open = new ArrayList<>();
    BigDecimal sum = found.missingUsd();
    for (SpendEntry entry : client.ledger().entries(SpendFilter.all())) {
      if (entry.leastUsd().compareTo(entry.amountUsd()) == 0) continue;
      open.add(entry.id());
      sum = sum.add(entry.leastUsd());
    }
    client.ledger().settle(open, sum);
    return client.ledger().reconcile();
  }

  private void open() {
    client.ledger().reconcile();
    loads.add(client.createLoad(Loads.twoStops()).loadNumber());
    loads.add(client.createLoad(Loads.twoStops()).loadNumber());
  }

  private void callAll(int calls) throws Exception {
    left.set(calls);
    rounds = rounds + 1;
    planFaults();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random((plan.seed * 31 + i) * 31 + rounds);
      callers.add(threads.submit(() -> callUntilDone(random)));
    }
    topUpUntilDone(callers);
    for (Future<?> caller : callers) caller.get(60, TimeUnit.SECONDS);
    threads.shutdownNow();
    server.clearFaults();
    awaitStillness();
    loadsByKey.forEach(
        (key, loadsOfKey) -> {
          if (loadsOfKey.size() > 1) keysWithSeveralLoads.add(key);
        });
    loadsByKey.clear();
  }

  private void planFaults() {
    for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
      long seed = plan.seed + paid.ordinal() + 1_000L * rounds;
      server.probability(paid, plan.failsBefore, seed, Fault.closeBeforeProcessing());
      server.probability(paid, plan.closesAfterCommit, seed + 100, Fault.closeAfterCommit());
      server.probability(paid, plan.cutsBody, seed + 200, Fault.truncateBody());
    }
  }

  private void callUntilDone(Random random) {
    while (left.getAndDecrement() > 0) {
      try {
        call(random);
        succeeded.increment();
      } catch (SpendLimitExceededException e) {
        refused.increment();
      } catch (FreightException e) {
        failed.increment();
        if (e.charge() == Charge.UNKNOWN) unknown.increment();
      } catch (CancellationException e) {
        failed.increment();
      }
    }
  }

  private void call(Random random) {
    boolean cancelled = plan.cancels > 0 && random.nextInt(plan.cancels) == 0;
    if (random.nextInt(10) > 0) {
      String load = loads.get(random.nextInt(2));
      CallOptions options = random.nextBoolean() ? CallOptions.DEFAULT : inTenant(null);
      await(client.async().getLoadPosition(load, options), cancelled, random);
      return;
    }
    // Few different contents, so that threads meet under one derived key.
    boolean derived = random.nextInt(3) == 0;
    CreateLoadInput input =
        Loads.twoStops().toBuilder().shipperName("Shipper " + random.nextInt(50)).build();
    String key =
        derived ? IdempotencyKeys.derivedFrom("storm-" + rounds, input) : IdempotencyKeys.random();
    CompletableFuture<String> created =
        client.async().createLoad(input, inTenant(key)).thenApply(load -> load.loadNumber());
    String load = await(created, cancelled, random);
    if (derived) loadsByKey.computeIfAbsent(key, any -> ConcurrentHashMap.newKeySet()).add(load);
  }

  private CallOptions inTenant(@Nullable String key) {
    CallOptionsBuilder options = CallOptions.builder().scope(tenant);
    return key == null ? options.build() : options.idempotencyKey(key).build();
  }

  private static <T> T await(CompletableFuture<T> call, boolean cancelled, Random random) {
    if (cancelled) {
      LockSupport.parkNanos(random.nextInt(2_000_000));
      call.cancel(true);
    }
    return CallStyle.join(call.orTimeout(90, TimeUnit.SECONDS));
  }

  /** The balance runs out again and again; now and then billing is down as well. */
  private void topUpUntilDone(List<Future<?>> callers) {
    Random random = new Random(plan.seed + rounds);
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(30);
    while (!callers.stream().allMatch(Future::isDone)) {
      if (System.nanoTime() > end) throw new AssertionError("the storm did not end: " + summary());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      if (random.nextInt(20) == 0) server.billingOutage();
      if (server.balanceUsd().compareTo(BigDecimal.ONE) < 0) topUp();
    }
  }

  private void topUp() {
    server.credit(TOP_UP);
    toppedUp = toppedUp.add(new BigDecimal(TOP_UP));
    client.ledger().adjust(new BigDecimal(TOP_UP));
    client.toppedUp();
  }

  /** A call that was given up may still be at work, in the client and in the service. */
  private void awaitStillness() {
    Eventually.until(() -> client.activity().calls() == 0, () -> "still at work " + summary());
    int port = URI.create(server.baseUrl()).getPort();
    Eventually.until(
        () -> !OpenSockets.anyLeftToServe(port), () -> "the service still answers " + summary());
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
