package io.freightsdk.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future that its owner completes with {@link #end}. If anybody else completes it, by {@code
 * cancel}, {@code complete} or {@code orTimeout}, its work is ended too.
 */
public abstract class OwnedFuture<R> extends CompletableFuture<R> {
  /**
   * Called when somebody else has completed the future, or tried to. {@code how} is a part of a
   * message.
   */
  protected abstract void endedByOthers(String how);

  /** Completes the future, unless it is complete. */
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
