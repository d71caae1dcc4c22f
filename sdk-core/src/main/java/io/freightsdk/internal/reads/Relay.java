package io.freightsdk.internal.reads;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The future of another form of a result; cancelling it cancels where the result comes from. */
final class Relay<S, R> extends CompletableFuture<R> {
  private final CompletableFuture<S> source;

  Relay(CompletableFuture<S> source, Function<S, R> form) {
    this.source = source;
    CompletableFuture<S> unused =
        source.whenComplete(
            (value, thrown) -> {
              if (thrown == null) {
                complete(form.apply(value));
              } else {
                completeExceptionally(thrown);
              }
            });
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    source.cancel(mayInterruptIfRunning);
    return cancelled;
  }
}
