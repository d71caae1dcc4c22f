package io.freightsdk.internal.client;

import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.engine.CallEngine;
import io.freightsdk.internal.engine.CallPlan;
import io.freightsdk.internal.engine.CallersThread;
import io.freightsdk.internal.transport.LentThread;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Waits for a call on the thread of its caller. */
final class Blocking {
  private Blocking() {}

  /**
   * Starts a call, works for it and waits for its end. An interrupt ends the call on the wire at
   * once; the flag of the thread stays set.
   */
  static <R> R run(
      CallEngine engine, CallPlan plan, Function<LentThread, CompletableFuture<R>> call) {
    if (Thread.currentThread().isInterrupted()) {
      throw new FreightCancelledException(
          FailureFacts.refused(plan.operation(), NextStep.NONE, plan.idempotencyKey()),
          "the calling thread was interrupted before the call");
    }
    return result(plan, new CallersThread(engine::execute).runToEnd(call));
  }

  private static <R> R result(CallPlan plan, CompletableFuture<R> ended) {
    try {
      return ended.join();
    } catch (CancellationException e) {
      throw new FreightCancelledException(
          new FailureFacts(
              plan.operation(), Charge.UNKNOWN, false, NextStep.NONE, 0, plan.idempotencyKey()),
          "the calling thread was interrupted");
    } catch (CompletionException e) {
      throw rethrown(e.getCause());
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
