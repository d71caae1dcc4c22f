package io.freightsdk.internal.call;

import io.freightsdk.internal.transport.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread that starts with the first wait and ends ten seconds after the last. It only
 * ever hands tasks to an executor, so that none of them holds up the others.
 */
public final class DaemonTimer implements Timer {
  private final ScheduledThreadPoolExecutor waits;
  private final Executor tasks;

  /** A timer whose tasks run on {@code tasks}, or on its own thread when those cannot. */
  public DaemonTimer(String threadName, Executor tasks) {
    this.tasks = tasks;
    waits = new ScheduledThreadPoolExecutor(1, DaemonThreads.factory(threadName));
    waits.setRemoveOnCancelPolicy(true);
    waits.setKeepAliveTime(10, TimeUnit.SECONDS);
    waits.allowCoreThreadTimeOut(true);
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    Future<?> wait = waits.schedule(() -> handOver(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> wait.cancel(false);
  }

  private void handOver(Runnable task) {
    try {
      tasks.execute(task);
    } catch (Throwable noThread) {
      // Closing, or out of threads: a wait that nobody ends is worse than a timer held up.
      task.run();
    }
  }

  @Override
  public void close() {
    waits.shutdownNow();
  }
}
