package io.freightsdk.testing;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Calls that may not end. */
public final class BackgroundCalls {
  private BackgroundCalls() {}

  /** Starts a call on a daemon thread. */
  public static <T> CompletableFuture<T> startCall(Supplier<T> call) {
    CompletableFuture<T> outcome = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                outcome.complete(call.get());
              } catch (Throwable any) {
                outcome.completeExceptionally(any);
              }
            },
            "caller");
    thread.setDaemon(true);
    thread.start();
    return outcome;
  }
}
