package io.freightsdk.internal.engine;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The future of one call. Whoever ends it from outside ({@code cancel}, {@code orTimeout}, {@code
 * complete}) ends the call on the wire too.
 */
final class CallFuture<R> extends CompletableFuture<R> implements Interruptible {
  private final Consumer<String> abandon;

  CallFuture(Consumer<String> abandon) {
    this.abandon = abandon;
  }

  @Override
  public void interrupted() {
    abandon.accept("the calling thread was interrupted");
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    abandon.accept("the future was cancelled");
    return cancelled;
  }

  @Override
  public boolean complete(@Nullable R value) {
    boolean completed = super.complete(value);
    abandon.accept("the future was completed from outside");
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    abandon.accept("the future was completed from outside");
    return completed;
  }

  void finish(R value) {
    super.complete(value);
  }

  void fail(Throwable failure) {
    super.completeExceptionally(failure);
  }
}
