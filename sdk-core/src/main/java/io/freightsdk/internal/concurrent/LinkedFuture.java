package io.freightsdk.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Another form of a future's result. Ending it from outside, by {@code cancel}, {@code complete} or
 * {@code orTimeout}, cancels the source. A form that throws anything fails it.
 */
public final class LinkedFuture<S, R> extends CompletableFuture<R> {
  private final CompletableFuture<S> source;

  public LinkedFuture(CompletableFuture<S> source, Function<? super S, ? extends R> form) {
    this(source, form, failure -> failure);
  }

  /** The other form of a result, and of a failure. */
  public LinkedFuture(
      CompletableFuture<S> source,
      Function<? super S, ? extends R> form,
      UnaryOperator<Throwable> failureForm) {
    this.source = source;
    CompletableFuture<S> unused =
        source.whenComplete(
            (value, failure) -> {
              try {
                if (failure == null) {
                  super.complete(form.apply(value));
                } else {
                  super.completeExceptionally(failureForm.apply(causeOf(failure)));
                }
              } catch (Throwable thrown) {
                super.completeExceptionally(thrown);
              }
            });
  }

  /** What a future failed with, without the wrapper that a dependent stage puts around it. */
  public static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
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
