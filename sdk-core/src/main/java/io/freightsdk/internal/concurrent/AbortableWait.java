package io.freightsdk.internal.concurrent;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A way to wait that other threads can abort at any moment. */
public interface AbortableWait {
  /**
   * Blocks this thread until {@code condition} is true, at most this long, or until the wait is
   * aborted.
   *
   * @param condition checked again whenever the thread is unparked
   */
  void await(Duration atMost, BooleanSupplier condition);

  /** Waits until the future is done. Returns whether it is. */
  default boolean await(Duration atMost, CompletableFuture<?> future) {
    Thread thread = Thread.currentThread();
    CompletableFuture<?> unused = future.whenComplete((any, failed) -> LockSupport.unpark(thread));
    await(atMost, future::isDone);
    return future.isDone();
  }

  /** Whether another thread has aborted this wait and all later ones. */
  boolean isAborted();
}
