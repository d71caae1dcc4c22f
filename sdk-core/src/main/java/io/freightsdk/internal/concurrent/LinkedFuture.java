package io.freightsdk.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A future with a converted result of another future. Completing it from outside, by {@code
 * cancel}, {@code complete} or {@code orTimeout}, cancels the source. It fails if the conversion
 * throws.
 */
public class LinkedFuture<S, R> extends OwnedFuture<R> {
  private final CompletableFuture<S> source;

  public LinkedFuture(CompletableFuture<S> source, Function<? super S, ? extends R> form) {
    this(source, form, failure -> failure);
  }

  /** Converts both the result and the failure. */
  public LinkedFuture(
      CompletableFuture<S> source,
      Function<? super S, ? extends R> form,
      UnaryOperator<Throwable> failureForm) {
    this.source = source;
    // Not whenComplete, which makes an exception of its own for every failure.
    CompletableFuture<?> unused =
        source.handle(
            (value, failure) -> {
              try {
                end(
                    failure == null ? form.apply(value) : null,
                    failure == null ? null : failureForm.apply(causeOf(failure)));
              } catch (Throwable thrown) {
                end(null, thrown);
              }
              return null;
            });
  }

  /** What a future failed with, without the wrapper that a dependent stage puts around it. */
  public static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  @Override
  protected void endedByOthers(String how) {
    source.cancel(true);
  }
}
