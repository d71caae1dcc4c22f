package io.freightsdk.internal.concurrent;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.model.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Waits for a future as a synchronous caller does: its failure is thrown as it is. */
public final class Waiting {
  private Waiting() {}

  /** The result of a free call. */
  public static <T> T on(Timer timer, CompletableFuture<T> future, Operation operation) {
    return on(timer, future, () -> FailureFacts.builder(operation).build());
  }

  /**
   * The result.
   *
   * @param ifInterrupted what is known of the call after an interrupt of the thread has cancelled
   *     the future
   */
  public static <T> T on(
      Timer timer, CompletableFuture<T> future, Supplier<FailureFacts> ifInterrupted) {
    try {
      timer.await(future);
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new FreightCancelledException(
          ifInterrupted.get(), "the calling thread was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) throw failure;
      if (e.getCause() instanceof Error error) throw error;
      throw new IllegalStateException(e.getCause());
    }
  }
}
