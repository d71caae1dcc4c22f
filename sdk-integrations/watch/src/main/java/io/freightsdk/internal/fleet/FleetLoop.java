package io.freightsdk.internal.fleet;

import io.freightsdk.CallOptions;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.watch.OwnedFuture;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.internal.watch.SerialExecutor;
import io.freightsdk.internal.watch.Timer.Cancellable;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.WatchFailurePolicy.Verdict;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a fleet: wait until the next load is due, read it, tell, decide again. Reads are made
 * only while somebody wants more events. Its state changes in tasks, one after another.
 */
final class FleetLoop {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.watch");

  private final FleetOptions options;
  private final WatchWorld world;
  private final FleetBudget budget;
  private final CallOptions callOptions;
  private final Fleet fleet;
  private final SerialExecutor tasks = new SerialExecutor(this::broke);

  private final FleetQueue queue;
  private final FleetReads reads;
  private final @Nullable FleetLease lease;
  private Cancellable wakeUp = Cancellable.NOTHING;
  private final FleetPause pause = new FleetPause();
  private boolean looking;
  private boolean wanted;
  private volatile boolean closed;

  /**
   * @param tables where the fleet is shared; null if it is this process's own
   */
  FleetLoop(
      FleetOptions options,
      WatchWorld world,
      FleetBudget budget,
      Fleet fleet,
      @Nullable FleetTables tables) {
    this.options = options;
    this.world = world;
    this.budget = budget;
    this.fleet = fleet;
    this.queue = new FleetQueue(options, budget);
    this.callOptions = options.watch().callOptions().toBuilder().scope(options.scope()).build();
    this.lease =
        tables == null
            ? null
            : new FleetLease(tables, options.name(), world, this::run, new Shared());
    this.reads = new FleetReads(world, callOptions, tasks, fleet::isFollowed, lease);
  }

  CallOptions callOptions() {
    return callOptions;
  }

  Instant now() {
    return world.alarm().now();
  }

  boolean isClosed() {
    return closed;
  }

  void run(Runnable task) {
    tasks.execute(task);
  }

  /** Hands the outcome of a future to a task. */
  <T> void after(CompletableFuture<T> future, BiConsumer<? super T, ? super Throwable> task) {
    CompletableFuture<T> unused =
        future.whenComplete((value, thrown) -> run(() -> task.accept(value, thrown)));
  }

  void want() {
    run(
        () -> {
          wanted = true;
          proceed();
        });
  }

  /** Somebody subscribes: a shared fleet is led only by a process that tells somebody. */
  void subscriberCame() {
    if (lease != null) {
      run(
          () -> {
            if (!closed) {
              lease.campaign();
            }
          });
    }
  }

  /** A subscriber has left: reading goes on only if another one still wants more, and says so. */
  void subscriberLeft() {
    run(
        () -> {
          wakeUp.cancel();
          if (!closed) {
            tell();
          }
          if (lease != null && !fleet.isFollowed()) {
            lease.resign();
          }
        });
  }

  /** A shared fleet was changed here. */
  void look() {
    if (lease != null) {
      run(lease::beat);
    }
  }

  @Nullable FleetLease lease() {
    return lease;
  }

  /** What the lease of a shared fleet says. */
  private final class Shared implements FleetLease.Follower {
    @Override
    public void follows(List<FleetTables.Stored> loads, boolean all, long term) {
      fleet.follows(loads, all, term);
      tell();
    }

    @Override
    public void lost() {
      queue.clear();
      fleet.lost();
    }

    @Override
    public void proceed(boolean again) {
      if (again) {
        fleet.tell(); // What was not told meanwhile.
      }
      FleetLoop.this.proceed();
    }
  }

  void close() {
    run(
        () -> {
          if (closed) {
            return;
          }
          closed = true;
          wakeUp.cancel();
          reads.close();
          tell();
          if (lease != null) {
            lease.stop();
          }
          if (lease != null && !fleet.isFollowed()) {
            lease.resign();
          }
        });
  }

  /** A task of ours or an answer of the caller's policy threw: the fleet goes on in a while. */
  private void broke(Throwable thrown) {
    LOG.log(Level.WARNING, "fleet " + options.name() + ": a step failed; trying again", thrown);
    try {
      pause.forAWhile(now());
      proceed();
    } catch (Throwable again) {
      // The caller's clock throws: the alarm goes off once it tells the time.
      wakeAt(Instant.MIN);
    }
  }

  // --- loads come, change and go; called within tasks ---

  void enter(FleetLoad load) {
    queue.plan(load);
    proceed();
  }

  /** One of many loads: the first read is decided on when all are known. */
  void enterWithOthers(FleetLoad load) {
    queue.plan(load);
  }

  void leave(FleetLoad load) {
    queue.remove(load);
    load.gone = true;
  }

  // --- the loop ---

  /** For those who read by a plan of their own. */
  void lookIfOld() {
    Instant now = now();
    if (!closed && budget.isOld(now)) {
      look(now);
    }
  }

  private void proceed() {
    if (closed || !wanted || (lease != null && !lease.isReady())) {
      return;
    }
    Instant now = now();
    if (pause.until().isAfter(now)) {
      wakeAt(pause.until());
      return;
    }
    if (budget.isOld(now) && !queue.isEmpty()) {
      look(now);
    }
    if (!budget.isKnown()) {
      return;
    }
    if (pause.awaitsFunds()) {
      checkFunds(now);
      return;
    }
    queue.keepUpWith(now);
    while (reads.hasRoom() && !queue.isEmpty()) {
      FleetLoad due = queue.takeDue(now);
      if (due == null) {
        wakeAt(queue.lookAgainAt(now));
        return;
      }
      read(due);
    }
  }

  private void wakeAt(Instant at) {
    wakeUp.cancel();
    wakeUp = world.alarm().at(at, () -> run(this::proceed));
  }

  private void look(Instant now) {
    if (looking) {
      return;
    }
    looking = true;
    after(
        budget.look(now),
        (saw, thrown) -> {
          looking = false;
          if (thrown == null) {
            saw.run();
          } else {
            LOG.log(
                Level.DEBUG,
                "fleet " + options.name() + ": price or ledger cannot be read",
                OwnedFuture.causeOf(thrown));
            if (!budget.isKnown()) {
              pause.forAWhile(now());
            }
          }
          proceed();
        });
  }

  private void read(FleetLoad load) {
    budget.reads();
    reads.start(
        load, (reading, thrown) -> kept(load, reading, () -> readEnded(load, reading, thrown)));
  }

  /**
   * Does the rest when a reading of a shared fleet is stored, or a newer one; not at all if another
   * one leads.
   */
  private void kept(FleetLoad load, @Nullable PositionReading reading, Runnable rest) {
    if (lease == null || reading == null || load.gone) {
      rest.run();
      return;
    }
    lease.read(load, KnownPosition.trimmed(reading, load.latest), rest);
  }

  private void readEnded(
      FleetLoad load, @Nullable PositionReading reading, @Nullable Throwable thrown) {
    load.reading = false;
    if (closed) {
      return;
    }
    if (load.gone) {
      proceed(); // Its place is free for another load.
      return;
    }
    boolean notMade = reading == null && thrown == null;
    if (notMade) {
      queue.putOff(load); // Who listens next asks for it.
      return;
    }
    try {
      if (reading != null && load.isOvertaken(reading, now())) {
        queue.plan(load);
      } else if (reading != null) {
        learned(load, reading);
      } else if (thrown != null) {
        readFailed(load, OwnedFuture.causeOf(thrown));
      }
    } catch (Throwable broken) {
      queue.putOff(load); // It is read again after the pause that follows.
      throw broken;
    }
    proceed();
  }

  /** A reading of the load, whoever made it. */
  void learned(FleetLoad load, PositionReading reading) {
    if (load.gone || load.isOvertaken(reading, now())) {
      return;
    }
    PositionReading before = load.latest;
    queue.remove(load);
    PositionReading kept = KnownPosition.trimmed(reading, before);
    load.learned(kept);
    if (Progress.isOver(reading.position())) {
      leave(load);
    } else if (!load.reading) {
      queue.plan(load);
    }
    fleet.read(load, before, kept);
    tell();
  }

  private void readFailed(FleetLoad load, Throwable cause) {
    Instant now = now();
    if (cause instanceof SpendLimitExceededException spent) {
      pause.limitIsFull(spent, now);
      queue.putOff(load);
      return;
    }
    if (!(cause instanceof FreightException failure)) {
      LOG.log(
          Level.WARNING,
          "fleet " + options.name() + ": a read failed unexpectedly; trying again in a minute",
          cause);
      load.due = now.plus(FleetPause.TRY_AGAIN);
      queue.putOff(load);
      return;
    }
    load.failuresInARow++;
    Verdict verdict = options.watch().failurePolicy().judge(failure, load.failuresInARow);
    if (verdict instanceof Verdict.GiveUp) {
      givenUp(load, failure);
      return;
    } else if (verdict instanceof Verdict.AwaitFunds funds) {
      pause.awaitFunds(failure, atLeastTheFloor(funds.checkEvery()), now);
      load.due = pause.until();
      queue.putOff(load);
    } else if (verdict instanceof Verdict.TryAgain again) {
      load.due = now.plus(atLeastTheFloor(again.after()));
      queue.putOff(load);
    } else {
      throw new NullPointerException("the failure policy of a fleet gave no verdict");
    }
    fleet.failed(load, new ReadFailed(load.number, failure, load.due));
    tell();
  }

  /** It has left a shared fleet before anybody is told: who hears it may add the load again. */
  private void givenUp(FleetLoad load, FreightException failure) {
    Runnable rest =
        () -> {
          leave(load);
          fleet.failed(load, new ReadFailed(load.number, failure, Instant.MAX));
          tell();
        };
    if (lease == null) {
      rest.run();
    } else {
      lease.givenUp(load, rest);
    }
  }

  private void checkFunds(Instant now) {
    FleetPause.Funds awaited = pause.checkingFunds(now);
    wakeAt(pause.until());
    after(
        world.reads().balanceUsd(),
        (balance, thrown) -> {
          if (thrown == null && pause.endsWith(awaited, balance)) {
            proceed();
          }
        });
  }

  private Duration atLeastTheFloor(Duration wait) {
    Duration floor = options.watch().floor();
    return wait.compareTo(floor) < 0 ? floor : wait;
  }

  /** Subscribers that want more events ask again after this, so the loop continues. */
  private void tell() {
    wanted = false;
    fleet.tell();
  }
}
