package io.freightsdk.server.time;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * A straight mapping from machine time to virtual time. Immutable.
 *
 * @param origin virtual time at {@code originNanos}
 * @param originNanos reading of the machine's monotonic counter
 * @param scale virtual seconds per machine second; 0 is a frozen clock
 */
record Timeline(Instant origin, long originNanos, double scale) {
  static Timeline startingAt(Instant origin, double scale, LongSupplier nanos) {
    return new Timeline(origin, nanos.getAsLong(), scale);
  }

  Instant at(long nanos) {
    if (scale == 0) return origin;
    long elapsed = nanos - originNanos;
    // Exact at the natural pace; a double only where somebody asked for another one.
    long virtual = scale == 1 ? elapsed : (long) (elapsed * scale);
    return origin.plus(Duration.ofNanos(virtual));
  }

  Timeline movedTo(Instant instant, long nanos) {
    return new Timeline(instant, nanos, scale);
  }
}
