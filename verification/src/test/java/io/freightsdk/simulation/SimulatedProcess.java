package io.freightsdk.simulation;

import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.call.NoGuard;
import io.freightsdk.internal.client.Environment;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.internal.transport.SimulatedTransport;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.simulation.RecordedCall.Stage;
import io.freightsdk.spend.SimulatedLedgers;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.TestThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * A process with one client, from its start to its end. The code of a killed process does not
 * continue, and its memory is lost.
 */
final class SimulatedProcess {
  private static final OkHttpClient NEVER_CONNECTED = new OkHttpClient();

  final int number;
  final int incarnation;
  final FreightClient client;

  /** The ledger of its client; null for none. */
  final @Nullable SpendLedger ledger;

  final RecordingGuard guard;
  private final SimulatedWorld world;
  private final Dice dice;
  private final ProcessThreads threads = new ProcessThreads();
  private boolean isAlive = true;
  private boolean isClosing;
  private boolean isKilled;

  /** Number of its requests that have not ended. */
  int openRequests;

  /** When the close of its client started; {@code Long.MAX_VALUE} before. */
  long closedAt = Long.MAX_VALUE;

  /** The latest internal call for each operation. */
  final Map<Operation, RecordedCall> internalCalls = new EnumMap<>(Operation.class);

  long dnsHangsUntil;

  private int keys;

  /** The call whose future is requested at this moment; null for none. */
  private @Nullable UserCall futureCall;

  SimulatedProcess(SimulatedWorld world, int number, int incarnation) {
    this.world = world;
    this.number = number;
    this.incarnation = incarnation;
    this.dice =
        Dice.timeDependent(world.plan.seed(), 1_000L * number + incarnation + 7, world.time::now);
    WorldSettings settings = world.settings;
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(settings.maxAttempts())
            .retryUnknownReads(settings.retriesUnknownReads())
            .maxTopUpWait(settings.topUpPolicy().maxWait())
            .build();
    Environment environment =
        new Environment(
            new WorldTime(),
            threads,
            dice,
            this::newKey,
            SimulatedTransport.over(
                (request, timeout, events) -> world.network.send(this, request, timeout, events)));
    this.ledger = settings.hasLedger() ? openLedger() : null;
    SpendGuard limits =
        ledger == null ? new NoGuard() : ledger.guard(world.settings.clientLimits());
    this.guard = new RecordingGuard(world, this, limits);
    FreightClient.Builder builder =
        TestBuilders.withEnvironment(FreightClient.builder(), environment)
            .httpClient(NEVER_CONNECTED)
            .baseUrl(SimulatedService.ADDRESS)
            .agentKey(world.service.agentKey())
            .attemptTimeout(settings.timeout())
            .callTimeout(settings.deadline())
            .retryPolicy(policy)
            .maxConcurrentRequests(settings.maxConcurrentRequests())
            .listener(listener());
    if (settings.hasLedger()) builder.spendGuard(guard);
    if (settings.maxPrice() != null) builder.maxPrice(settings.maxPrice());
    this.client = builder.build();
  }

  private SpendLedger openLedger() {
    LedgerStorage storage =
        world.database != null
            ? world.database.connect(this)
            : new MemoryStorage(world.clock(), 100_000);
    return SimulatedLedgers.open(storage);
  }

  WorldSettings settings() {
    return world.settings;
  }

  boolean isAlive() {
    return isAlive;
  }

  /** Waits for this time. */
  void sleep(long nanos) {
    requireAlive();
    world.scheduler.await(nanos, () -> false);
  }

  /** Runs a task on another thread. */
  void run(Runnable task) {
    world.scheduler.execute(this, task);
  }

  /** Makes a call that returns a future. The client runs it on another thread. */
  <F extends CompletableFuture<?>> F callAsync(UserCall user, Function<FreightClient, F> call) {
    futureCall = user;
    try {
      return call.apply(client);
    } finally {
      futureCall = null;
    }
  }

  /** Whether its client accepts calls. */
  boolean isOpen() {
    return isAlive && !isClosing;
  }

  Dice dice() {
    return dice;
  }

  /** Ends the running thread if the process was killed. */
  void requireAlive() {
    if (isKilled || world.hasEnded()) world.scheduler.throwProcessKilled();
  }

  /** Kills the process sometimes, if the world has {@link WorldTraits#crashesAnywhere()}. */
  void crashSometimes() {
    requireAlive();
    boolean crashes =
        world.traits.crashesAnywhere()
            && isAlive
            && !world.faultsEnded
            && world.time.now() > 0
            && dice.chance(1);
    if (!crashes) return;
    world.crash(this, dice);
    requireAlive();
  }

  void kill() {
    isAlive = false;
    isKilled = true;
    world.network.dropRequestsOf(this);
    world.scheduler.kill(this);
  }

  /** Whether it was killed. Other processes close their client. */
  boolean wasKilled() {
    return isKilled;
  }

  /** Closes the client, then runs {@code then}. */
  void close(Runnable then) {
    isClosing = true;
    closedAt = world.time.now();
    try {
      client.close();
    } catch (CooperativeScheduler.ProcessKilledError meanwhile) {
      return;
    }
    if (isKilled) return;
    world.onClientClosed(this);
    isAlive = false;
    then.run();
  }

  private String newKey() {
    return "fresh-" + number + "-" + incarnation + "-" + keys++;
  }

  // --- the application's code ---

  private CallListener listener() {
    return event -> {
      crashSometimes();
      if (event instanceof CallEvent.CallEnded ended) world.addEndEvent(this, ended);
      throwSometimes();
    };
  }

  void throwSometimes() {
    if (world.settings.hasThrowingListeners() && dice.chance(10)) {
      throw new IllegalStateException("a listener of the application");
    }
  }

  /** Changes a price, cancels the call or adds money, sometimes, when a call enters a stage. */
  void onStage(RecordedCall call) {
    WorldTraits traits = world.traits;
    Stage stage = call.stage;
    // Between two attempts this finds most faults.
    int chance = stage == Stage.PAUSED ? 80 : 3;
    if (traits.changesPricesOften() && dice.chance(chance)) world.changePriceBetweenSteps(dice);
    boolean cancels = traits.cancelsOften() && dice.chance(4);
    if (cancels) world.time.schedule(dice.nanosUpToMillis(2), () -> world.customers.cancel(call));
    boolean addsMoney = stage == Stage.AWAITING_TOP_UP && traits.hasLowBalance() && dice.chance(40);
    if (addsMoney)
      world.time.schedule(dice.nanosUpToMillis(60_000), () -> world.creditSmallAmount(this, dice));
  }

  // --- threads and time ---

  /** Starts each task up to 200 µs after its submission. */
  private final class ProcessThreads extends TestThreads {
    /** The calls that tasks run. A task may be submitted again. */
    private final Map<Runnable, UserCall> users = new IdentityHashMap<>();

    @Override
    public void execute(Runnable task) {
      if (futureCall != null) users.put(task, futureCall);
      UserCall user = users.get(task);
      Runnable start =
          () -> {
            world.scheduler.current().setUser(user);
            task.run();
          };
      world.time.schedule(dice.below(200) * 1_000L, () -> run(start));
    }
  }

  /** The time of the world. All its processes run on one machine. */
  private final class WorldTime implements TimeSource {
    @Override
    public long machineNanos() {
      return world.time.now();
    }

    @Override
    public Instant now() {
      return world.clock().instant();
    }

    @Override
    public void await(Duration atMost, BooleanSupplier condition) {
      requireAlive();
      boolean forEver = atMost.compareTo(FOREVER) >= 0;
      world.scheduler.await(forEver ? CooperativeScheduler.FOREVER : atMost.toNanos(), condition);
    }

    @Override
    public void awaitOthers(Duration atMost, BooleanSupplier condition) {
      await(atMost, condition);
    }
  }
}
