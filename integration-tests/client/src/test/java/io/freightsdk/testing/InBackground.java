package io.freightsdk.testing;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Runs calls of which it is not sure that they end. */
public final class InBackground {
  private InBackground() {}

  /** Begins a call on a thread of its own, which does not keep the JVM from ending. */
  public static <T> CompletableFuture<T> begin(Supplier<T> call) {
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
