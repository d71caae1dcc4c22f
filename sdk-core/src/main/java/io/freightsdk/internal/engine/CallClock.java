package io.freightsdk.internal.engine;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time of one call: since when it runs and until when it may. */
final class CallClock {
  private final LongSupplier nanoTime;
  private final Duration deadline;
  private final long start;

  CallClock(LongSupplier nanoTime, Duration deadline) {
    this.nanoTime = nanoTime;
    this.deadline = deadline;
    this.start = nanoTime.getAsLong();
  }

  /** How long the call may take in all. */
  Duration deadline() {
    return deadline;
  }

  /** What is left of the deadline; zero when it has passed. */
  Duration left() {
    Duration left = deadline.minusNanos(nanoTime.getAsLong() - start);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** A moment for {@link #since}. */
  long now() {
    return nanoTime.getAsLong();
  }

  Duration since(long moment) {
    return Duration.ofNanos(nanoTime.getAsLong() - moment);
  }

  /** Since the call began. */
  Duration elapsed() {
    return since(start);
  }
}
