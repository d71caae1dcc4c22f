package io.freightsdk.simulation;

import io.freightsdk.RequestListener;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.Environment;
import io.freightsdk.internal.call.Home;
import io.freightsdk.internal.call.SimulatedWire;
import io.freightsdk.internal.call.Timer;
import io.freightsdk.internal.call.Timer.Cancellable;
import io.freightsdk.internal.client.SimulatedClient;
import io.freightsdk.internal.spend.InMemorySpendStore;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.SimulatedExchange;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Pricing;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.TopUpHandler;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.spend.store.BookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process from its start to its end, with one client in it. What runs in it runs as long as it is
 * alive: a killed process does nothing any more, and its memory is gone.
 */
final class SimulatedProcess implements SimulatedWire {
  /** A clock that is off by one in a hundred is worse than any that people bought. */
  private static final long DRIFT = -1_000;

  final int number;
  final int incarnation;
  final SimulatedClient client;
  final BookStore books;
  private final World world;
  private final Dice dice;
  private final Threads threads = new Threads();
  private final Timers timers = new Timers();
  private boolean alive = true;
  private boolean closing;
  private boolean closed;
  private boolean killed;
  private boolean timersClosed;
  private long clockOff;

  /** How much faster than time its clock runs, in millionths. */
  private final long driftPpm;

  private int keys;
  private CallLog current;

  SimulatedProcess(World world, int number, int incarnation) {
    this.world = world;
    this.number = number;
    this.incarnation = incarnation;
    this.dice = Dice.of(world.plan.seed(), 1_000L * number + incarnation + 7);
    this.books = world.database == null ? new InMemorySpendStore(100_000) : world.database.of(this);
    Settings settings = world.settings;
    this.driftPpm =
        settings.lateClocks()
            ? Dice.of(world.plan.seed(), DRIFT - number).below(20_001) - 10_000
            : 0;
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(settings.maxAttempts())
            .retryUnknownReads(settings.retriesReads() || world.mutant == Mutant.REPEATS_PAID_READS)
            .build();
    Duration priceLife =
        world.mutant == Mutant.BELIEVES_A_PRICE_FOR_EVER
            ? Duration.ofDays(900)
            : settings.priceLife();
    boolean mutant = world.mutant != Mutant.NONE;
    this.client =
        new SimulatedClient(
            new SimulatedClient.Host(
                new Environment(new ProcessClock(), world.time::now, timers, dice, this::freshKey),
                threads,
                this,
                this::agentKey,
                List.of(listener()),
                new CallRunner.Limits(settings.timeout(), settings.deadline(), policy, 4096),
                settings.places(),
                new SpendSettings(
                    settings.clientLimits(),
                    books,
                    List.of(spendListener()),
                    topUps(settings.topUps()),
                    priceLife,
                    priceLife),
                this::balanceNow,
                this::pricesNow,
                real -> mutant ? new MutantMoney(real, world) : real,
                world.mutant != Mutant.SHARES_NO_READS));
  }

  boolean isAlive() {
    return alive;
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
    if (world.mutant == Mutant.LOSES_CALLS_AT_CLOSE) {
      timersClosed = true;
      current = null;
    } else {
      client.close();
    }
    awaitClosed(then, 0);
  }

  private void awaitClosed(Runnable then, int looks) {
    if (!alive) return;
    if (client.openCalls() > 0 && looks < 1_000) {
      world.time.after(TimeUnit.MILLISECONDS.toNanos(20), () -> awaitClosed(then, looks + 1));
      return;
    }
    closed = true;
    client.closed();
    timersClosed = true;
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
    if (world.settings.throwing() && !world.calm && dice.percent(3)) {
      world.struckCurrent(this, Fault.KEY_SUPPLIER_THROWS);
      throw new IllegalStateException("no key today");
    }
    return world.service.agentKey();
  }

  private RequestListener listener() {
    return event -> throwSometimes();
  }

  private SpendListener spendListener() {
    return new SpendListener() {
      @Override
      public void onEntry(SpendEntry entry) {
        throwSometimes();
      }
    };
  }

  void throwSometimes() {
    if (world.settings.throwing() && dice.percent(10)) {
      throw new IllegalStateException("a listener of the application");
    }
  }

  private TopUpPolicy topUps(Settings.TopUps kind) {
    return switch (kind) {
      case FAIL -> TopUpPolicy.failFast();
      case AWAIT -> TopUpPolicy.awaitTopUp(Duration.ofMinutes(3));
      case HANDLER -> TopUpPolicy.handler(need -> decision(), Duration.ofMinutes(1));
    };
  }

  private TopUpHandler.Decision decision() {
    throwSometimes();
    if (dice.percent(40)) world.credit(this, "5.00");
    return dice.pick(TopUpHandler.Decision.values());
  }

  private CompletableFuture<Balance> balanceNow() {
    return world.reconciling ? CompletableFuture.completedFuture(world.balanceMeanwhile()) : null;
  }

  private CompletableFuture<Pricing> pricesNow() {
    return world.reconciling ? CompletableFuture.completedFuture(world.prices()) : null;
  }

  // --- the wire ---

  @Override
  public Object begun(CallSpec<?> spec) {
    return world.begun(this, spec);
  }

  @Override
  public Sending send(
      Object call,
      SimulatedExchange exchange,
      Duration timeout,
      long queued,
      Consumer<Exchange.Result> ended) {
    Duration time = timeout;
    if (world.mutant == Mutant.STARTS_THE_TIMER_IN_THE_QUEUE) {
      time = timeout.minusNanos(world.time.now() - queued);
    }
    return world.network.send(this, (CallLog) call, exchange, timeout, time, ended);
  }

  @Override
  public void running(Object call) {
    current = (CallLog) call;
  }

  @Override
  public void at(Object call, Home.Stage stage) {
    ((CallLog) call).stage = stage;
  }

  @Override
  public void ended(Object call, Object outcome) {
    world.ended((CallLog) call, outcome);
  }

  // --- its threads and its time ---

  /** Runs tasks one after another in simulated time, each a moment after it was handed in. */
  private final class Threads extends AbstractExecutorService {
    @Override
    public void execute(Runnable task) {
      if (world.onTimer) {
        task.run();
        return;
      }
      world.time.after(
          dice.below(200) * 1_000L,
          () -> {
            if (alive) task.run();
          });
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return !alive;
    }

    @Override
    public boolean isTerminated() {
      return !alive;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  java.util.concurrent.Executor threads() {
    return threads;
  }

  /** Like the client's own timer it only hands tasks to the threads. */
  private final class Timers implements Timer {
    @Override
    public Cancellable after(Duration delay, Runnable task) {
      Timeline.Due due = world.time.after(delay.toNanos(), () -> handOver(task));
      return due::drop;
    }

    private void handOver(Runnable task) {
      if (!alive || timersClosed) return;
      if (world.mutant != Mutant.COMPLETES_ON_THE_TIMER) {
        threads.execute(task);
        return;
      }
      world.onTimer = true;
      try {
        task.run();
      } finally {
        world.onTimer = false;
      }
    }

    @Override
    public void close() {
      timersClosed = true;
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
}
