package io.freightsdk.internal.watch;

import java.time.Duration;

/** Runs a task later, and measures what passes meanwhile. */
public interface Timer {
  /** A task that waits. Cancelling it twice, or too late, does nothing. */
  @FunctionalInterface
  interface Cancellable {
    /** Nothing waits. */
    Cancellable NOTHING = () -> {};

    void cancel();
  }

  /**
   * Runs the task once, after the delay.
   *
   * @throws java.util.concurrent.RejectedExecutionException when it is closed
   */
  Cancellable after(Duration delay, Runnable task);

  /** Runs only forward, whoever sets a clock; its start means nothing. */
  long nanoTime();
}
