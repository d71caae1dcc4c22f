package io.freightsdk.internal.environment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The clocks of a client: the time of day, and a monotonic clock. Those of the machine, unless an
 * application or a test gives its own. Safe for concurrent use.
 */
@FunctionalInterface
public interface Time {
  /**
   * Now by both clocks. The longer of the two times since then counts: the time of day can be set
   * back, and the monotonic clock may stand still while the machine is suspended.
   */
  record Moment(Instant timeOfDay, long nanos) {
    public Duration since(Moment earlier) {
      Duration byDay = Duration.between(earlier.timeOfDay, timeOfDay);
      Duration byNanos = Duration.ofNanos(nanos - earlier.nanos);
      return byDay.compareTo(byNanos) > 0 ? byDay : byNanos;
    }
  }

  /** The clocks of the machine. */
  Time MACHINE = Instant::now;

  /** The time of day of the machine, for what takes a clock of the JDK. */
  Clock UTC = Clock.systemUTC();

  /**
   * The time of day, which may be set back: for the ages of positions, and for dates in answers.
   */
  Instant now();

  /** A monotonic clock with an arbitrary start: for deadlines and elapsed times. */
  default long nanos() {
    return machineNanos();
  }

  /**
   * The monotonic clock of the machine, also where a test moves the other: for the time limits of
   * requests on sockets, and for {@code close()}. How long a pooled connection was idle is told by
   * {@link #nanos}.
   */
  default long machineNanos() {
    return System.nanoTime();
  }

  default Moment moment() {
    return new Moment(now(), nanos());
  }
}
