package io.freightsdk.internal.concurrent;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Blocks a thread whose work others may end at any moment. */
@FunctionalInterface
public interface Wait {
  /**
   * Blocks this thread until {@code over} is true, or so long.
   *
   * @param over asked again whenever the thread is unparked
   * @return false if the work of the thread was ended, which ends the wait too
   */
  boolean await(Duration atMost, BooleanSupplier over);
}
