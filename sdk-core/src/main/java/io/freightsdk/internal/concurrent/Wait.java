package io.freightsdk.internal.concurrent;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A wait that other threads can abort at any moment. */
public interface Wait {
  /**
   * Blocks this thread until {@code over} is true, at most this long, or until the wait is aborted.
   *
   * @param over checked again whenever the thread is unparked
   */
  void await(Duration atMost, BooleanSupplier over);

  /** The same until the future is done; returns whether it is. */
  default boolean await(Duration atMost, CompletableFuture<?> future) {
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused = future.whenComplete((any, failed) -> LockSupport.unpark(here));
    await(atMost, future::isDone);
    return future.isDone();
  }

  /** Whether another thread has aborted it: then there is nothing left to wait for. */
  boolean isAborted();
}
