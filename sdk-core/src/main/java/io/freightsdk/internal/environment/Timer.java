package io.freightsdk.internal.environment;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How threads wait. Safe for concurrent use. */
public interface Timer {
  /** Longer than anything lasts. */
  Duration FOREVER = Duration.ofDays(36_500);

  /** Waits by the time of the machine. */
  Timer MACHINE = Timer::park;

  /**
   * Blocks this thread until {@code over} is true or the time has passed.
   *
   * @param over checked again whenever the thread is unparked
   */
  void await(Duration atMost, BooleanSupplier over);

  /**
   * Blocks this thread until other threads have made {@code done} true, at most this long by the
   * time of the machine.
   *
   * @param done checked again whenever the thread is unparked or interrupted; after an interrupt it
   *     has to clear the flag, or this spins
   */
  default void awaitOthers(Duration atMost, BooleanSupplier done) {
    park(atMost, done);
  }

  private static void park(Duration atMost, BooleanSupplier over) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!over.getAsBoolean()) {
      long left = end - System.nanoTime();
      if (left <= 0) return;
      LockSupport.parkNanos(over, left);
    }
  }
}
