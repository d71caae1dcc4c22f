package io.freightsdk.internal.concurrent;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A wait that other threads can end at any moment. */
@FunctionalInterface
public interface Wait {
  /**
   * Blocks this thread until {@code over} is true, at most this long.
   *
   * @param over checked again whenever the thread is unparked
   * @return false if the wait was ended from outside
   */
  boolean await(Duration atMost, BooleanSupplier over);
}
