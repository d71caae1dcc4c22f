package io.freightsdk.internal.call;

import io.freightsdk.internal.call.CallRunner.CallResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A call on another thread, which completes a future. Whoever else completes that, by {@code
 * cancel}, {@code complete} or {@code orTimeout}, ends the call.
 */
final class FutureCall<T, R> {
  private final Call<T> call;
  private final Function<CallResult<T>, R> form;
  private final CompletableFuture<R> future = new CompletableFuture<>();
  private final AtomicBoolean begun = new AtomicBoolean();

  FutureCall(Call<T> call, Function<CallResult<T>, R> form) {
    this.call = call;
    this.form = form;
  }

  /**
   * Begins the call.
   *
   * @param executor where it runs
   * @param threads where it ends if it is ended before the executor has a thread for it
   */
  CompletableFuture<R> begin(Executor executor, Executor threads) {
    call.endWith(future);
    call.whenEndedEarly(() -> begin(threads));
    begin(executor);
    return future;
  }

  private void begin(Executor executor) {
    try {
      executor.execute(() -> run(call::run));
    } catch (Throwable noThread) {
      run(() -> call.endWithout(noThread));
    }
  }

  private void run(Supplier<CallResult<T>> how) {
    if (!begun.compareAndSet(false, true)) return;
    try {
      future.complete(form.apply(how.get()));
    } catch (Throwable failure) {
      future.completeExceptionally(failure);
    }
  }
}
