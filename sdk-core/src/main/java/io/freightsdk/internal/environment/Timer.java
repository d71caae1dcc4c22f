package io.freightsdk.internal.environment;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How threads wait, and how tasks run later. Safe for concurrent use. */
public interface Timer extends AutoCloseable {
  /** Longer than anything lasts. */
  Duration FOREVER = Duration.ofDays(36_500);

  /** A scheduled task that can be cancelled. Cancelling it twice, or too late, does nothing. */
  @FunctionalInterface
  interface Cancellable {
    /** Nothing is scheduled. */
    Cancellable NOTHING = () -> {};

    void cancel();
  }

  /** Runs the task once, after the delay, possibly on a thread that may be blocked. */
  Cancellable after(Duration delay, Runnable task);

  /**
   * Blocks this thread until {@code over} is true or the time has passed.
   *
   * @param over checked again whenever the thread is unparked
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

  /**
   * Blocks this thread until others have made {@code done} true, or for so long by the time of the
   * machine.
   *
   * @param done checked again whenever the thread is unparked or interrupted; after an interrupt it
   *     has to clear the flag, or the wait is a busy one
   */
  default void awaitOthers(Duration atMost, BooleanSupplier done) {
    DaemonTimer.park(this, atMost, done);
  }

  /**
   * Its threads end as soon as nothing waits any more. What still waits is run: the end of a call
   * that a guard keeps waiting must come even when its client is closed. Idempotent.
   */
  @Override
  void close();
}
