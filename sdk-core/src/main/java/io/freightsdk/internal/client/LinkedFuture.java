package io.freightsdk.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A view of another future; ending the view ends what it shows. */
final class LinkedFuture<S, R> extends CompletableFuture<R> {
  private final CompletableFuture<S> source;

  LinkedFuture(CompletableFuture<S> source, Function<S, R> view) {
    this.source = source;
    CompletableFuture<S> unused =
        source.whenComplete(
            (value, failure) -> {
              if (failure != null) {
                super.completeExceptionally(
                    failure instanceof CompletionException c && c.getCause() != null
                        ? c.getCause()
                        : failure);
              } else {
                super.complete(view.apply(value));
              }
            });
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    source.cancel(mayInterruptIfRunning);
    return cancelled;
  }

  @Override
  public boolean complete(@Nullable R value) {
    boolean completed = super.complete(value);
    source.cancel(true);
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    source.cancel(true);
    return completed;
  }
}
