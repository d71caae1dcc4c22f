package io.freightsdk.internal.watch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A future that its owner completes with {@link #end}. If anybody else completes it, by {@code
 * cancel}, {@code complete} or {@code orTimeout}, its work is ended too.
 */
public abstract class OwnedFuture<R> extends CompletableFuture<R> {
  /** Called when somebody else has completed the future, or tried to. */
  protected abstract void endedByOthers();

  /** Completes the future, unless it is complete. */
  protected final void end(@Nullable R value, @Nullable Throwable failure) {
    if (failure == null) {
      super.complete(value);
    } else {
      super.completeExceptionally(failure);
    }
  }

  /** What a future failed with, without the wrapper that a dependent stage puts around it. */
  public static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    endedByOthers();
    return cancelled;
  }

  @Override
  public boolean complete(@Nullable R value) {
    boolean completed = super.complete(value);
    endedByOthers();
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    endedByOthers();
    return completed;
  }
}
