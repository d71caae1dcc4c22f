package io.freightsdk.internal.spend;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for a future as a synchronous caller does: its failure is thrown as it is. */
public final class Waiting {
  private Waiting() {}

  public static <T> T on(CompletableFuture<T> future, Operation operation) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new FreightCancelledException(
          FailureFacts.refused(operation, NextStep.NONE, null),
          "the calling thread was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) throw failure;
      if (e.getCause() instanceof Error error) throw error;
      throw new IllegalStateException(e.getCause());
    }
  }
}
