package io.freightsdk.internal.call;

import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.Exchange;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The home of an asynchronous call: threads of the client, none of which it holds while it waits.
 * Its first step runs on the thread of the caller, which is not blocked, even if it is a thread of
 * the client.
 */
final class ClientThreads implements Home {
  private final CallRunner runner;

  /** Whether the call has left the thread that started it. Of the thread that runs the call. */
  private boolean left;

  ClientThreads(CallRunner runner) {
    this.runner = runner;
  }

  @Override
  public void execute(Runnable task) {
    runner.execute(
        () -> {
          left = true;
          clearInterrupt();
          task.run();
        });
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    return runner.timer.after(
        delay,
        () -> {
          left = true;
          task.run();
        });
  }

  @Override
  public void send(Exchange exchange, Duration timeout, Consumer<Exchange.Result> done) {
    clearInterrupt();
    exchange.send(
        timeout,
        came -> {
          clearInterrupt();
          done.accept(came);
        });
  }

  @Override
  public boolean mayRun(boolean blocks) {
    return !blocks || (left && runner.threads.runsHere());
  }

  /** Other code may have set the flag on a thread of the client, where it concerns nobody. */
  private void clearInterrupt() {
    if (runner.threads.runsHere()) Thread.interrupted();
  }
}
