package io.freightsdk.simulation;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.SimulatedHome;
import io.freightsdk.internal.call.SimulatedWire;
import io.freightsdk.internal.client.FutureResponses;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.guard.RememberedKeys;
import io.freightsdk.internal.spend.Outside;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.SimulatedExchange;
import io.freightsdk.internal.watch.AlarmClock;
import io.freightsdk.internal.watch.ReadGate;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.internal.watch.Watches;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SimulatedLedgers;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.testing.TestThreads;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * A process from its start to its end, with one client in it. What runs in it runs as long as it is
 * alive: a killed process does nothing any more, and its memory is gone.
 */
final class SimulatedProcess implements SimulatedWire {
  /** A clock that is off by one in a hundred is worse than any that people bought. */
  private static final long DRIFT = -1_000;

  private static final OkHttpClient NEVER_CONNECTED = new OkHttpClient();

  final int number;
  final int incarnation;
  final RetryPolicy policy;
  final FreightClient client;
  final Watches watches;

  /** Null where nothing guards it but what a client remembers of keys. */
  final @Nullable SpendLedger ledger;

  final GuardInWorld guard;
  private final World world;
  private final Dice dice;
  private final ProcessThreads threads = new ProcessThreads();
  private final Timers timers = new Timers();
  private boolean alive = true;
  private boolean closing;
  private boolean closed;
  private boolean killed;
  private boolean timersClosed;

  /** Requests that are out. */
  int out;

  /** When a request ended last, by the machine's clock. */
  long gaveBackNanos;

  /** When somebody began to close its client, by the machine's clock; never, at first. */
  long closedNanos = Long.MAX_VALUE;

  /** Its calls, by the names that its guard is told. */
  final Map<String, CallLog> calls = new HashMap<>();

  /** Readings of the price list, by the time of day at which they began. */
  final Map<Instant, CallLog> readings = new HashMap<>();

  /** Those that have not ended. */
  final Set<CallLog> running = new LinkedHashSet<>();

  /** Timers of the client that have not run and were not cancelled. */
  int timersSet;

  long namesHangUntil;

  private long clockOff;

  /** How much faster than time its clock runs, in millionths. */
  private final long driftPpm;

  private int keys;
  private CallLog current;

  SimulatedProcess(World world, int number, int incarnation) {
    this.world = world;
    this.number = number;
    this.incarnation = incarnation;
    this.dice =
        Dice.inTime(world.plan.seed(), 1_000L * number + incarnation + 7, world.time::nanos);
    Settings settings = world.settings;
    this.driftPpm =
        settings.lateClocks()
            ? Dice.of(world.plan.seed(), DRIFT - number).below(20_001) - 10_000
            : 0;
    this.policy =
        RetryPolicy.builder()
            .maxAttempts(settings.maxAttempts())
            .retryUnknownReads(settings.retriesReads())
            .awaitTopUp(settings.topUps().maxWait())
            .build();
    Environment environment =
        new Environment(
            new ProcessClock(),
            world.time::nanos,
            new WorldTime(),
            timers,
            threads,
            dice,
            this::freshKey,
            null);
    LedgerGuard ofLedger = settings.hasLedger() ? guard(environment) : null;
    this.ledger = ofLedger == null ? null : ofLedger.ledger();
    this.guard =
        new GuardInWorld(
            world, this, ofLedger == null ? new RememberedKeys(environment.clock()) : ofLedger);
    FreightClientBuilder builder =
        TestBuilders.withHomes(
                TestBuilders.inWorld(FreightClient.builder(), environment), SimulatedHome.in(this))
            .httpClient(NEVER_CONNECTED)
            .baseUrl("https://freight.example")
            .agentKey(this::agentKey)
            .timeout(settings.timeout())
            .deadline(settings.deadline())
            .retryPolicy(policy)
            .maxConcurrentRequests(settings.places())
            .maxPendingCalls(world.habits.mostCalls())
            .listener(listener())
            .spendGuard(guard);
    if (settings.maxPrice() != null) builder.maxPrice(settings.maxPrice());
    this.client = builder.build();
    AlarmClock alarm =
        new AlarmClock(
            environment.clock(),
            new io.freightsdk.internal.watch.Timer() {
              @Override
              public Cancellable after(Duration delay, Runnable task) {
                return timers.after(delay, task)::cancel;
              }

              @Override
              public long nanoTime() {
                return world.time.nanos();
              }
            },
            threads);
    this.watches =
        new Watches(
            new WatchWorld(
                readsAsFutures(),
                ofLedger == null ? null : WatchWorld.Budgets.of(ofLedger, threads),
                alarm,
                new ReadGate(4),
                policy,
                threads));
  }

  /** A blocking read has no thread here. */
  private WatchWorld.Reads readsAsFutures() {
    WatchWorld.Reads free = WatchWorld.Reads.of(client, threads);
    return new WatchWorld.Reads() {
      @Override
      public CompletableFuture<FreightResponse<LoadPosition>> read(
          String loadNumber, CallOptions options) {
        return FutureResponses.of(client).getLoadPosition(loadNumber, options);
      }

      @Override
      public CompletableFuture<BigDecimal> balanceUsd() {
        return free.balanceUsd();
      }

      @Override
      public CompletableFuture<BigDecimal> readPriceUsd() {
        return free.readPriceUsd();
      }
    };
  }

  private LedgerGuard guard(Environment environment) {
    boolean shares = world.database != null;
    Storage storage =
        shares ? world.database.of(this) : new MemoryStorage(environment.clock(), 100_000);
    Executor asked = shares ? world.database.threads(this) : threads;
    SpendLedger opened =
        SimulatedLedgers.open(
            storage, spendListener(), new Outside(asked, timers, world.time::nanos));
    return opened.guard(world.settings.clientLimits());
  }

  Settings settings() {
    return world.settings;
  }

  boolean isAlive() {
    return alive;
  }

  boolean isClosing() {
    return closing;
  }

  /** Runs a task then, if it lives. */
  void later(long nanos, Runnable task) {
    world.time.after(
        nanos,
        () -> {
          if (alive) task.run();
        });
  }

  /** Whether it takes calls. */
  boolean isOpen() {
    return alive && !closing;
  }

  Dice dice() {
    return dice;
  }

  CallLog current() {
    return current;
  }

  /** A killed process does nothing more, not even what it would do in the end. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
      super("killed", null, false, false);
    }
  }

  /** Ends what a killed process still tries to do. */
  void lives() {
    if (killed) throw new Killed();
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
    closedNanos = world.time.nanos();
    try {
      watches.close();
      client.close();
    } catch (Killed meanwhile) {
      return;
    }
    if (killed) return;
    world.closed(this);
    closed = true;
    alive = false;
    then.run();
  }

  void setClock(long byNanos) {
    clockOff += byNanos;
  }

  Instant wallClock() {
    long passed = world.time.now();
    return World.START.plusNanos(passed + passed / 1_000_000 * driftPpm + clockOff);
  }

  private String freshKey() {
    return "fresh-" + number + "-" + incarnation + "-" + keys++;
  }

  // --- foreign code of the client ---

  private String agentKey() {
    mayDie();
    if (world.settings.throwing() && !world.calm && dice.percent(3)) {
      world.struckCurrent(this, Fault.KEY_SUPPLIER_THROWS);
      throw new IllegalStateException("no key today");
    }
    return world.service.agentKey();
  }

  private RequestListener listener() {
    return event -> {
      mayDie();
      if (event instanceof RequestEvent.CallEnded) callBack();
      throwSometimes();
    };
  }

  private SpendListener spendListener() {
    return new SpendListener() {
      @Override
      public void onEntry(SpendEntry entry) {
        mayDie();
        callBack();
        throwSometimes();
      }
    };
  }

  /** A listener may call the client. */
  private void callBack() {
    if (!world.habits.callsBack() || world.calm || !isOpen() || !dice.percent(20)) return;
    boolean balance = dice.percent(50);
    CompletableFuture<?> unused =
        world.actingForNobody(
            () ->
                balance
                    ? client.async().getBalance()
                    : client.async().getLoadPosition(world.loads.get(0)));
  }

  void throwSometimes() {
    if (world.settings.throwing() && dice.percent(10)) {
      throw new IllegalStateException("a listener of the application");
    }
  }

  // --- the wire ---

  @Override
  public Object begun(CallSpec<?> spec, String callId, boolean isOwn) {
    lives();
    return world.begun(this, spec, callId, isOwn);
  }

  @Override
  public Sending send(
      Object call, SimulatedExchange exchange, Duration timeout, Consumer<Exchange.Result> ended) {
    lives();
    return world.network.send(this, (CallLog) call, exchange, timeout, ended);
  }

  @Override
  public void running(Object call) {
    current = (CallLog) call;
  }

  @Override
  public void at(Object call, Stage stage, Duration atMost) {
    if (killed) return;
    CallLog log = (CallLog) call;
    world.waits(log, stage, atMost);
    if (!world.calm) strikes(log);
  }

  /** What strikes a call at whatever step it takes. */
  private void strikes(CallLog call) {
    Habits habits = world.habits;
    Stage stage = call.stage;
    // Between two attempts it matters most.
    int chance = stage == Stage.PAUSED ? 80 : 3;
    if (habits.nervousPrices() && dice.percent(chance)) world.priceMoves(dice);
    boolean givesUp = habits.hasty() && dice.percent(4);
    if (givesUp) world.time.after(dice.upToMillis(2), () -> world.customers.giveUp(call));
    boolean helps = stage == Stage.AWAITING_TOP_UP && habits.poor() && dice.percent(40);
    if (helps) world.time.after(dice.upToMillis(60_000), () -> world.addALittle(this, dice));
    boolean waits = stage != Stage.SENDING && stage != Stage.ENDED;
    boolean holds = stage == Stage.QUEUED || stage == Stage.PAUSED;
    boolean sleeps = habits.sleepy() && dice.percent(holds ? 8 : 2);
    if (waits && sleeps) world.time.after(0, world::fallAsleep);
    boolean shakes = habits.shaky() || world.settings.lateClocks();
    if (!shakes || !dice.percent(3)) return;
    long soon = dice.upToMillis(100);
    Fault trouble = dice.pick(Fault.DATABASE_AWAY, Fault.COMMIT_UNANSWERED);
    long nanos = dice.upToMillis(2_000);
    world.time.after(soon, () -> world.shake(this, trouble, nanos));
  }

  private void step() {
    lives();
    if (!world.time.step(Long.MAX_VALUE)) throw new IllegalStateException("waits for ever");
  }

  @Override
  public void ended(Object call, Object outcome) {
    if (alive) world.ended((CallLog) call, outcome);
  }

  // --- its threads and its time ---

  /** Runs tasks one after another in simulated time, each a moment after it was handed in. */
  private final class ProcessThreads extends TestThreads {
    @Override
    public void execute(Runnable task) {
      world.time.after(
          dice.below(200) * 1_000L,
          () -> {
            if (alive) task.run();
          });
    }
  }

  Executor threads() {
    return threads;
  }

  /** Like the client's own timer it only hands tasks to the threads. */
  private final class Timers implements Timer {
    @Override
    public Cancellable after(Duration delay, Runnable task) {
      timersSet++;
      Timeline.Due due =
          world.time.after(
              delay.toNanos(),
              () -> {
                timersSet--;
                handOver(task);
              });
      return () -> {
        if (due.drop()) timersSet--;
      };
    }

    private void handOver(Runnable task) {
      if (!alive || timersClosed) return;
      threads.execute(task);
    }

    @Override
    public void awaitOthers(Duration atMost, BooleanSupplier done) {
      long start = world.time.nanos();
      while (!done.getAsBoolean() && world.time.nanos() - start < atMost.toNanos()) step();
    }

    @Override
    public void close() {
      // What still waits is run, as long as the process lives.
    }
  }

  /** The process's time of day, which somebody may set. */
  private final class ProcessClock extends Clock {
    @Override
    public Instant instant() {
      return wallClock();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** Every process of a world is on one machine. */
  private final class WorldTime implements MachineTime {
    @Override
    public long nanos() {
      return world.time.nanos();
    }

    @Override
    public Instant now() {
      return wallClock();
    }
  }
}
