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
  private final UnaryOperator<Throwable> shown;
  private final Runnable then;
  private final CompletableFuture<R> future = new CompletableFuture<>();
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * @param control ends the work
   * @param work throws when it was ended before it began
   * @param withoutThread the result when no thread can be started, for this reason
   * @param shown the exception that the future gets for one that the work threw
   * @param then runs on the thread of the work when the future is complete
   */
  FutureCall(
      CallControl control,
      Supplier<R> work,
      Function<Throwable, R> withoutThread,
      UnaryOperator<Throwable> shown,
      Runnable then) {
    this.control = control;
    this.work = work;
    this.withoutThread = withoutThread;
    this.shown = shown;
    this.then = then;
  }

  /**
   * Begins the work.
   *
   * @param executor where it runs
   * @param threads where it ends if it is ended before the executor has a thread for it
   */
  CompletableFuture<R> begin(Executor executor, Executor threads) {
    CompletableFuture<?> unused =
        future.whenComplete(
            (any, thrown) ->
                control.abort(
                    future.isCancelled()
                        ? "the future was cancelled"
                        : "the future was completed from outside"));
    control.whenAborted(() -> begin(threads));
    begin(executor);
    return future;
  }

  private void begin(Executor executor) {
    if (begun.get()) return;
    try {
      executor.execute(this);
    } catch (Throwable noThread) {
      // Work that is already ended takes no time, so it may run here.
      run(control.isAborted() ? work : () -> withoutThread.apply(noThread));
    }
  }

  /** Does the work, unless another thread has begun it. */
  @Override
  public void run() {
    run(work);
  }

  private void run(Supplier<R> how) {
    if (!begun.compareAndSet(false, true)) return;
    try {
      future.complete(how.get());
    } catch (Throwable failure) {
      future.completeExceptionally(shown.apply(failure));
    }
    then.run();
  }
}
