package io.freightsdk.testing;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A blocking call in a {@link World}, which has a thread there. */
public final class Caller<T> extends CompletableFuture<T> {
  private final WorldThread thread;

  Caller(WorldThread thread) {
    this.thread = thread;
  }

  /** Makes the call, on its thread. */
  void run(Supplier<T> call) {
    try {
      complete(call.get());
    } catch (Throwable thrown) {
      completeExceptionally(thrown);
    }
  }

  /** Interrupts its thread, which notices it in its next turn. */
  public void interrupt() {
    if (!isDone()) thread.interrupt();
  }
}
