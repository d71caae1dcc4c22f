package io.freightsdk.internal.environment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The clocks of a client, and the waits of its threads. By default they are the machine's. An
 * application or a test can replace them. Safe for concurrent use.
 */
@FunctionalInterface
public interface TimeSource {
  /**
   * Now by both clocks. The longer of the two times since then counts: the time of day can be set
   * back, and the monotonic clock may stand still while the machine is suspended.
   */
  record Moment(Instant timeOfDay, long nanos) {
    /** The time since an earlier moment, by the clock that shows the longer time. */
    public Duration since(Moment earlier) {
      Duration byDay = Duration.between(earlier.timeOfDay, timeOfDay);
      Duration byNanos = Duration.ofNanos(nanos - earlier.nanos);
      return byDay.compareTo(byNanos) > 0 ? byDay : byNanos;
    }
  }

  /** Longer than any wait. */
  Duration FOREVER = Duration.ofDays(36_500);

  /** The clocks and waits of the machine. */
  TimeSource MACHINE = Instant::now;

  /** The time of day of the machine, for code that needs a {@link Clock}. */
  Clock UTC = Clock.systemUTC();

  /**
   * The time of day, which may be set back: for the ages of positions, and for dates in responses.
   */
  Instant now();

  /** A monotonic clock with an arbitrary start: for deadlines and elapsed times. */
  default long nanos() {
    return machineNanos();
  }

  /**
   * The monotonic clock of the machine, even if a test replaces {@link #nanos}: for the time limits
   * of requests on sockets, and for {@code close()}. How long a pooled connection was idle is
   * measured by {@link #nanos}.
   */
  default long machineNanos() {
    return System.nanoTime();
  }

  default Moment moment() {
    return new Moment(now(), nanos());
  }

  /**
   * Blocks this thread until the condition is true or the time has passed.
   *
   * @param condition checked again whenever the thread is unparked
   */
  default void await(Duration atMost, BooleanSupplier condition) {
    park(atMost, condition);
  }

  /**
   * Blocks this thread until other threads have made the condition true, at most this long by the
   * time of the machine.
   *
   * @param condition checked again whenever the thread is unparked or interrupted; after an
   *     interrupt it has to clear the flag, or this spins
   */
  default void awaitOthers(Duration atMost, BooleanSupplier condition) {
    park(atMost, condition);
  }

  private static void park(Duration atMost, BooleanSupplier condition) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      long remaining = end - System.nanoTime();
      if (remaining <= 0) return;
      LockSupport.parkNanos(condition, remaining);
    }
  }
}
