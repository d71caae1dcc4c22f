package io.freightsdk.internal.call;

import java.time.Duration;

/** Runs a task later. Safe for concurrent use. */
public interface Timer extends AutoCloseable {
  /** Something under way that can be ended early. Ending it twice, or too late, does nothing. */
  @FunctionalInterface
  interface Cancellable {
    /** Nothing is under way. */
    Cancellable NOTHING = () -> {};

    void cancel();
  }

  /** Runs the task once, after the delay; it may hand it to a thread that may block. */
  Cancellable after(Duration delay, Runnable task);

  /** Drops every task that waits. Idempotent. */
  @Override
  void close();
}
