package io.freightsdk.internal.engine;

import io.freightsdk.internal.transport.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread that starts with the first wait and ends ten seconds after the last. */
public final class DaemonTimer implements Timer {
  private final ScheduledThreadPoolExecutor executor;

  public DaemonTimer(String threadName) {
    executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.factory(threadName));
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(10, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    Future<?> future = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
