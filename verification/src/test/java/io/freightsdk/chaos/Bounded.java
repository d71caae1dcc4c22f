package io.freightsdk.chaos;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition of other processes, with a generous bound. */
final class Bounded {
  private static final long LOOK_NANOS = 20_000_000;

  private Bounded() {}

  static void until(Duration bound, BooleanSupplier condition, Supplier<String> seen) {
    long end = System.nanoTime() + bound.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + bound.toSeconds() + " s: " + seen.get());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
