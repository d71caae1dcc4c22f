package io.freightsdk.internal.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A call on another thread, which completes a future. Completing the future from outside, by {@code
 * cancel}, {@code complete} or {@code orTimeout}, ends the call.
 */
final class FutureCall<R> implements Runnable {
  private final CallControl control;
  private final Supplier<R> work;
  private final Function<Throwable, R> withoutThread;
  private final UnaryOperator<Throwable> toPublicFailure;
  private final Runnable afterwards;
  private final CompletableFuture<R> future = new CompletableFuture<>();
  private final AtomicBoolean isStarted = new AtomicBoolean();

  /**
   * @param control cancels the work
   * @param work throws if it was cancelled before it started
   * @param withoutThread the result when no thread can be started, for this reason
   * @param toPublicFailure converts an exception of the work to the exception of the future
   * @param afterwards runs on the thread of the work when the future is complete
   */
  FutureCall(
      CallControl control,
      Supplier<R> work,
      Function<Throwable, R> withoutThread,
      UnaryOperator<Throwable> toPublicFailure,
      Runnable afterwards) {
    this.control = control;
    this.work = work;
    this.withoutThread = withoutThread;
    this.toPublicFailure = toPublicFailure;
    this.afterwards = afterwards;
  }

  /**
   * Starts the work.
   *
   * @param executor runs the work
   * @param ifAborted ends the work if it is cancelled before the executor has a thread for it
   */
  CompletableFuture<R> start(Executor executor, Executor ifAborted) {
    CompletableFuture<?> unused =
        future.whenComplete(
            (any, thrown) ->
                control.abort(
                    future.isCancelled()
                        ? "the future was cancelled"
                        : "the future was completed from outside"));
    control.onAbort(() -> start(ifAborted));
    start(executor);
    return future;
  }

  private void start(Executor executor) {
    if (isStarted.get()) return;
    try {
      executor.execute(this);
    } catch (Throwable noThread) {
      // Work that is already cancelled takes no time, so it may run here.
      run(control.isAborted() ? work : () -> withoutThread.apply(noThread));
    }
  }

  /** Does the work, unless another thread has started it. */
  @Override
  public void run() {
    run(work);
  }

  private void run(Supplier<R> task) {
    if (!isStarted.compareAndSet(false, true)) return;
    try {
      future.complete(task.get());
    } catch (Throwable failure) {
      future.completeExceptionally(toPublicFailure.apply(failure));
    }
    afterwards.run();
  }
}
