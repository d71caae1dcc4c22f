package io.freightsdk.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what other threads do, with a bound. */
public final class Eventually {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private Eventually() {}

  /** Returns as soon as the condition holds; fails with what was seen when it does not. */
  public static void until(BooleanSupplier condition, Supplier<String> seen) {
    long end = System.nanoTime() + BOUND.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + BOUND.toSeconds() + " s: " + seen.get());
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
