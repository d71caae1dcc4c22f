package io.freightsdk.internal.concurrent;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A wait that other threads can abort at any moment. */
public interface Wait {
  /**
   * Blocks this thread until {@code over} is true, at most this long, or until the wait is aborted.
   *
   * @param over checked again whenever the thread is unparked
   */
  void await(Duration atMost, BooleanSupplier over);

  /** Whether another thread has aborted it: then there is nothing left to wait for. */
  boolean isAborted();
}
