package io.freightsdk.simulation;

import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.call.NoLimits;
import io.freightsdk.internal.client.Environment;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.internal.transport.SimulatedTransport;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.simulation.CallLog.Stage;
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
 * A process from its start to its end, with one client in it. What runs in it runs as long as it is
 * alive: a killed process does nothing any more, and its memory is gone.
 */
final class SimulatedProcess {
  private static final OkHttpClient NEVER_CONNECTED = new OkHttpClient();

  final int number;
  final int incarnation;
  final RetryPolicy policy;
  final FreightClient client;

  /** Null where nothing guards it but what a client remembers of keys. */
  final @Nullable SpendLedger ledger;

  final RecordingGuard guard;
  private final SimulatedWorld world;
  private final Dice dice;
  private final ProcessThreads threads = new ProcessThreads();
  private boolean alive = true;
  private boolean closing;
  private boolean closed;
  private boolean killed;

  /** Requests that are out. */
  int out;

  /** When somebody began to close its client; never, at first. */
  long closedAt = Long.MAX_VALUE;

  /** What the client reads for itself now. */
  final Map<Operation, CallLog> own = new EnumMap<>(Operation.class);

  long namesHangUntil;

  private int keys;

  /** Who asks for a future at this moment; null for nobody. */
  private @Nullable UserCall asking;

  SimulatedProcess(SimulatedWorld world, int number, int incarnation) {
    this.world = world;
    this.number = number;
    this.incarnation = incarnation;
    this.dice = Dice.inTime(world.plan.seed(), 1_000L * number + incarnation + 7, world.time::now);
    WorldSettings settings = world.settings;
    this.policy =
        RetryPolicy.builder()
            .maxAttempts(settings.maxAttempts())
            .retryUnknownReads(settings.retriesReads())
            .maxTopUpWait(settings.topUps().maxWait())
            .build();
    Environment environment =
        new Environment(
            new WorldTime(),
            threads,
            dice,
            this::freshKey,
            SimulatedTransport.over(
                (request, timeout, events) -> world.network.send(this, request, timeout, events)));
    this.ledger = settings.hasLedger() ? open() : null;
    SpendGuard limits =
        ledger == null ? new NoLimits() : ledger.guard(world.settings.clientLimits());
    this.guard = new RecordingGuard(world, this, limits);
    FreightClient.Builder builder =
        TestBuilders.withEnvironment(FreightClient.builder(), environment)
            .httpClient(NEVER_CONNECTED)
            .baseUrl(SimulatedService.ADDRESS)
            .agentKey(world.service.agentKey())
            .attemptTimeout(settings.timeout())
            .callTimeout(settings.deadline())
            .retryPolicy(policy)
            .maxConcurrentRequests(settings.places())
            .listener(listener());
    if (settings.hasLedger()) builder.spendGuard(guard);
    if (settings.maxPrice() != null) builder.maxPrice(settings.maxPrice());
    this.client = builder.build();
  }

  private SpendLedger open() {
    LedgerStorage storage =
        world.database != null
            ? world.database.of(this)
            : new MemoryStorage(world.clock(), 100_000);
    return SimulatedLedgers.open(storage);
  }

  WorldSettings settings() {
    return world.settings;
  }

  boolean isAlive() {
    return alive;
  }

  /** Waits here for so long. */
  void sleep(long nanos) {
    lives();
    world.baton.await(nanos, () -> false);
  }

  /** Runs a task on a thread of its own. */
  void run(Runnable task) {
    world.baton.start(this, task);
  }

  /** What a user asks the client for as a future, which has a thread of its own. */
  <F extends CompletableFuture<?>> F future(UserCall asked, Function<FreightClient, F> ask) {
    asking = asked;
    try {
      return ask.apply(client);
    } finally {
      asking = null;
    }
  }

  /** Whether it takes calls. */
  boolean isOpen() {
    return alive && !closing;
  }

  Dice dice() {
    return dice;
  }

  /** Ends what a killed process still tries to do. */
  void lives() {
    if (killed || world.isOver()) world.baton.die();
  }

  /** Kills the process here and now, if its hour has come. */
  void mayDie() {
    lives();
    boolean strikes =
        world.habits.mortal() && alive && !world.calm && world.time.now() > 0 && dice.percent(1);
    if (!strikes) return;
    world.crash(this, dice);
    lives();
  }

  void kill() {
    alive = false;
    killed = true;
    world.network.drop(this);
    world.baton.kill(this);
  }

  /** Whether it died at once, instead of closing its client. */
  boolean wasKilled() {
    return killed;
  }

  /** Whether every call of its client has ended, and nothing is left but to store them. */
  boolean isClosed() {
    return closed;
  }

  /** Closes the client; when all of it has ended, {@code then} goes on. */
  void close(Runnable then) {
    closing = true;
    closedAt = world.time.now();
    try {
      client.close();
    } catch (CooperativeScheduler.ProcessKilledError meanwhile) {
      return;
    }
    if (killed) return;
    world.closed(this);
    closed = true;
    alive = false;
    then.run();
  }

  private String freshKey() {
    return "fresh-" + number + "-" + incarnation + "-" + keys++;
  }

  // --- foreign code of the client ---

  private CallListener listener() {
    return event -> {
      mayDie();
      if (event instanceof CallEvent.CallEnded ended) world.ended(this, ended);
      throwSometimes();
    };
  }

  void throwSometimes() {
    if (world.settings.throwing() && dice.percent(10)) {
      throw new IllegalStateException("a listener of the application");
    }
  }

  /** What strikes a call at whatever step it takes. */
  void strikes(CallLog call) {
    WorldTraits habits = world.habits;
    Stage stage = call.stage;
    // Between two attempts it matters most.
    int chance = stage == Stage.PAUSED ? 80 : 3;
    if (habits.nervousPrices() && dice.percent(chance)) world.priceMoves(dice);
    boolean givesUp = habits.hasty() && dice.percent(4);
    if (givesUp) world.time.after(dice.upToMillis(2), () -> world.customers.giveUp(call));
    boolean helps = stage == Stage.AWAITING_TOP_UP && habits.poor() && dice.percent(40);
    if (helps) world.time.after(dice.upToMillis(60_000), () -> world.addALittle(this, dice));
  }

  // --- its threads and its time ---

  /** Begins each task a moment after it was handed in. */
  private final class ProcessThreads extends TestThreads {
    /** Whose futures tasks begin. Who ends one may hand its task in again. */
    private final Map<Runnable, UserCall> users = new IdentityHashMap<>();

    @Override
    public void execute(Runnable task) {
      if (asking != null) users.put(task, asking);
      UserCall user = users.get(task);
      Runnable begins =
          () -> {
            world.baton.here().runsFor(user);
            task.run();
          };
      world.time.after(dice.below(200) * 1_000L, () -> run(begins));
    }
  }

  /** Every process of a world is on one machine. */
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
      lives();
      boolean forEver = atMost.compareTo(FOREVER) >= 0;
      world.baton.await(forEver ? CooperativeScheduler.FOREVER : atMost.toNanos(), condition);
    }

    @Override
    public void awaitOthers(Duration atMost, BooleanSupplier condition) {
      await(atMost, condition);
    }
  }
}
