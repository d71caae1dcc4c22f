package io.freightsdk.internal.watch;

import io.freightsdk.internal.watch.Timer.Cancellable;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Wakes all watches of a client, each at its time by the client's clock. The timer only hands the
 * work to another thread. A clock that a test can move is checked often while a watch waits for it.
 */
public final class AlarmClock {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.watch");

  /** Also the system clock can be set to another time. */
  private static final Duration LONGEST_NAP = Duration.ofMinutes(10);

  private static final Duration LOOK_AT_A_MOVED_CLOCK = Duration.ofMillis(20);

  private static final Duration TRY_AGAIN = Duration.ofSeconds(1);

  private static final class Alarm {
    Instant due;
    final long number;
    final Runnable task;

    Alarm(Instant due, long number, Runnable task) {
      this.due = due;
      this.number = number;
      this.task = task;
    }
  }

  private final Clock clock;
  private final Timer timer;
  private final Executor threads;
  private final Duration longestNap;
  private final SerialExecutor serial = new SerialExecutor(this::failed);

  // Below: read and written by tasks of the serial executor only.
  private final TreeSet<Alarm> alarms =
      new TreeSet<>(
          Comparator.<Alarm, Instant>comparing(alarm -> alarm.due)
              .thenComparing(alarm -> alarm.number));
  private Cancellable nap = Cancellable.NOTHING;
  private long alarmsSet;
  private Instant lookedAt = Instant.MIN;

  public AlarmClock(Clock clock, Timer timer, Executor threads) {
    this.clock = clock;
    this.timer = timer;
    this.threads = threads;
    boolean runsWithTheTimer =
        !(timer instanceof WatchThreads) || clock.equals(Clock.system(clock.getZone()));
    this.longestNap = runsWithTheTimer ? LONGEST_NAP : LOOK_AT_A_MOVED_CLOCK;
  }

  public Instant now() {
    return clock.instant();
  }

  /** How much time has passed since then, whatever the clock says. */
  public Duration since(long nanoTime) {
    return Duration.ofNanos(timer.nanoTime() - nanoTime);
  }

  /** For {@link #since}. */
  public long nanoTime() {
    return timer.nanoTime();
  }

  /** Runs the task at this time, or as soon as the clock is found to be past it. */
  public Cancellable at(Instant due, Runnable task) {
    Alarm[] set = new Alarm[1];
    serial.execute(
        () -> {
          set[0] = new Alarm(due, alarmsSet++, task);
          try {
            Instant unused = look();
          } finally {
            alarms.add(set[0]);
          }
          if (alarms.first().equals(set[0])) {
            napAgain();
          }
        });
    return () ->
        serial.execute(
            () -> {
              if (alarms.remove(set[0]) && alarms.isEmpty()) {
                napAgain();
              }
            });
  }

  /**
   * The time. What waits for a time of a clock that was set back since the last look would wait as
   * much longer: it is set back too.
   */
  private Instant look() {
    Instant now = clock.instant();
    if (now.isBefore(lookedAt)) {
      Duration back = Duration.between(now, lookedAt);
      List<Alarm> all = List.copyOf(alarms);
      alarms.clear();
      for (Alarm alarm : all) {
        alarm.due = alarm.due.isAfter(now) ? alarm.due.minus(back) : alarm.due;
        alarms.add(alarm);
      }
    }
    lookedAt = now;
    return now;
  }

  private void ring() {
    Instant now = look();
    List<Runnable> due = new ArrayList<>();
    while (!alarms.isEmpty() && !alarms.first().due.isAfter(now)) {
      due.add(alarms.pollFirst().task);
    }
    napAgain();
    if (!due.isEmpty()) {
      handOff(() -> due.forEach(Runnable::run));
    }
  }

  private void napAgain() {
    nap.cancel();
    nap = Cancellable.NOTHING;
    if (!alarms.isEmpty()) {
      Duration wait = Duration.between(look(), alarms.first().due);
      Duration shortened = wait.compareTo(longestNap) < 0 ? wait : longestNap;
      nap = after(shortened.isNegative() ? Duration.ZERO : shortened);
    }
  }

  private Cancellable after(Duration wait) {
    try {
      return timer.after(wait, () -> serial.execute(this::ring));
    } catch (RejectedExecutionException closed) {
      return Cancellable.NOTHING; // The watches have ended, and all who waited with them.
    }
  }

  /** Called when the caller's clock throws. */
  private void failed(Throwable thrown) {
    LOG.log(Level.WARNING, "watches could not be woken; trying again", thrown);
    nap.cancel();
    nap = after(TRY_AGAIN);
  }

  private void handOff(Runnable task) {
    try {
      threads.execute(task);
    } catch (Throwable closing) {
      task.run();
    }
  }
}
