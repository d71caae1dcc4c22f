package io.freightsdk.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future whose owner ends it with {@link #end}. Whoever else ends it, by {@code cancel}, {@code
 * complete} or {@code orTimeout}, ends the work behind it too.
 */
public abstract class OwnedFuture<R> extends CompletableFuture<R> {
  /** Somebody else has ended it, or came too late to. {@code how} is a part of a message. */
  protected abstract void endedByOthers(String how);

  /** Ends it, unless it has ended. */
  protected final void end(@Nullable R value, @Nullable Throwable failure) {
    if (failure == null) {
      super.complete(value);
    } else {
      super.completeExceptionally(failure);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    endedByOthers("the future was cancelled");
    return cancelled;
  }

  @Override
  public boolean complete(@Nullable R value) {
    boolean completed = super.complete(value);
    endedByOthers("the future was completed from outside");
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    endedByOthers("the future was completed from outside");
    return completed;
  }
}
