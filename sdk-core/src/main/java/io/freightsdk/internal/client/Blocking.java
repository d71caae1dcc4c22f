package io.freightsdk.internal.client;

import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.engine.CallPlan;
import io.freightsdk.internal.engine.Interruptible;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for a call on the thread of its caller. */
final class Blocking {
  private Blocking() {}

  /**
   * Starts a call and waits for its end. An interrupt ends the call on the wire at once; the flag
   * of the thread stays set.
   */
  static <R> R run(CallPlan plan, Supplier<CompletableFuture<R>> call) {
    if (Thread.currentThread().isInterrupted()) {
      throw new FreightCancelledException(
          FailureFacts.refused(plan.operation(), NextStep.NONE, plan.idempotencyKey()),
          "the calling thread was interrupted before the call");
    }
    return await(plan, call.get());
  }

  private static <R> R await(CallPlan plan, CompletableFuture<R> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          // The call ends within moments now; its result or its charge is worth waiting for.
          interrupted = true;
          interrupt(future);
        }
      }
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    } catch (CancellationException e) {
      throw new FreightCancelledException(
          new FailureFacts(
              plan.operation(), Charge.UNKNOWN, false, NextStep.NONE, 0, plan.idempotencyKey()),
          "the calling thread was interrupted");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void interrupt(CompletableFuture<?> future) {
    if (future instanceof Interruptible call) {
      call.interrupted();
    } else {
      future.cancel(true);
    }
  }

  /** The failure with the stack of the caller: where it was made says nothing about who called. */
  private static RuntimeException rethrown(@Nullable Throwable failure) {
    if (failure instanceof FreightException known) {
      known.fillInStackTrace();
      return known;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException unchecked) {
      return unchecked;
    }
    return new IllegalStateException("a call ended with a checked exception", failure);
  }
}
