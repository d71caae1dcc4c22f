package io.freightsdk.internal.spend;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * A moment by both clocks of this process: what came first is said by the monotonic one, because
 * the other can be set; how long ago it was, by the one that says more, because the monotonic one
 * may stand still while the machine sleeps.
 */
public record Moment(Instant wall, long nanos) {
  public static Moment now(Clock clock, LongSupplier nanoTime) {
    return new Moment(clock.instant(), nanoTime.getAsLong());
  }

  public boolean isAfter(Moment other) {
    return nanos - other.nanos > 0;
  }

  /** How long after the earlier moment this one is. */
  public Duration since(Moment earlier) {
    Duration byWall = Duration.between(earlier.wall, wall);
    Duration byNanos = Duration.ofNanos(nanos - earlier.nanos);
    return byWall.compareTo(byNanos) > 0 ? byWall : byNanos;
  }

  Moment minusMicros(long micros) {
    Duration before = Duration.of(micros, ChronoUnit.MICROS);
    return new Moment(wall.minus(before), nanos - before.toNanos());
  }
}
