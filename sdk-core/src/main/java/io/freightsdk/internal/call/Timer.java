package io.freightsdk.internal.call;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

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

  /**
   * Holds this thread until it is over, or the time has passed.
   *
   * @param over asked again whenever somebody unparks the thread
   */
  default void await(Duration atMost, BooleanSupplier over) {
    Thread thread = Thread.currentThread();
    AtomicBoolean timeUp = new AtomicBoolean();
    Cancellable end =
        after(
            atMost,
            () -> {
              timeUp.set(true);
              LockSupport.unpark(thread);
            });
    try {
      while (!over.getAsBoolean() && !timeUp.get()) LockSupport.park(this);
    } finally {
      end.cancel();
    }
  }

  /** Drops every task that waits. Idempotent. */
  @Override
  void close();
}
