package io.freightsdk.internal.call;

import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.concurrent.OwnedFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/** A call on another thread. Completing its future from outside ends the call. */
final class FutureCall<T, R> extends OwnedFuture<R> {
  private final Call<T> call;
  private final Function<CallResult<T>, R> form;
  private final AtomicBoolean begun = new AtomicBoolean();

  FutureCall(Call<T> call, Function<CallResult<T>, R> form) {
    this.call = call;
    this.form = form;
  }

  /**
   * Begins the call on one of these threads.
   *
   * @param own where it ends if it is ended before the first has a thread for it
   */
  void begin(Executor threads, Executor own) {
    call.ifEndedBefore(() -> begin(own));
    begin(threads);
  }

  private void begin(Executor threads) {
    try {
      threads.execute(() -> run(call::run));
    } catch (Throwable noThread) {
      run(() -> call.endWithout(noThread));
    }
  }

  private void run(Supplier<CallResult<T>> how) {
    if (!begun.compareAndSet(false, true)) return;
    try {
      end(form.apply(how.get()), null);
    } catch (Throwable failure) {
      end(null, failure);
    }
  }

  @Override
  protected void endedByOthers(String how) {
    call.end(how);
  }
}
