package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.End;
import io.freightsdk.internal.call.CallRunner.CallResult;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An asynchronous call: it holds no thread while it waits, and ends in a future. */
final class FutureCall<T, R> {
  private final CallRunner runner;
  private final Call<T> call;
  private final Home home;
  private final Function<CallResult<T>, R> form;
  private final Future future = new Future();

  /** Whether the caller may have the future already, and may have added a callback to it. */
  private volatile boolean started;

  FutureCall(Call<T> call, Home home, Function<CallResult<T>, R> form) {
    this.runner = call.runner;
    this.call = call;
    this.home = home;
    this.form = form;
  }

  void start() {
    call.begin(home, this::ended);
    started = true;
  }

  StartedCall<R> future() {
    return future;
  }

  private void ended() {
    // Callbacks may block: they run on a thread of the client, not on one that closes or cancels.
    if (!started || runner.threads.runsHere()) {
      tell();
      return;
    }
    try {
      runner.execute(this::tell);
    } catch (Throwable noThread) {
      tell();
    }
  }

  private void tell() {
    CallResult<T> result = call.result();
    Throwable failure = call.failure();
    if (result == null && failure == null) failure = new IllegalStateException("no result");
    try {
      future.told(result == null ? null : form.apply(result), failure);
    } catch (Throwable thrown) {
      future.told(null, thrown);
    }
  }

  /** The future of the call. Completing it from outside cancels the call. */
  private final class Future extends StartedCall<R> {
    @Override
    public Duration waitedForMoney() {
      return call.waitedForMoney();
    }

    @Override
    public SoFar leave() {
      return call.leave(new End("the future was cancelled"));
    }

    @Override
    protected void endedByOthers(String how) {
      call.abandon(new End(how));
    }

    void told(@Nullable R value, @Nullable Throwable failure) {
      end(value, failure);
    }
  }
}
