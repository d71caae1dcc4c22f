package io.freightsdk.internal.watch;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The daemon threads of the watches of one client: one that keeps time, and as many as run at once.
 * They end when they were idle for ten seconds, so watches that wait for hours keep one.
 */
public final class WatchThreads implements Timer, Executor, AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor waits =
      new ScheduledThreadPoolExecutor(1, daemons("freight-watch-timer"));
  private final ExecutorService workers =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          daemons("freight-watch"));

  public WatchThreads() {
    waits.setRemoveOnCancelPolicy(true);
    waits.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    waits.allowCoreThreadTimeOut(true);
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    Future<?> wait = waits.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> wait.cancel(false);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void execute(Runnable task) {
    workers.execute(task);
  }

  /** Drops what waits; what runs may end. */
  @Override
  public void close() {
    waits.shutdownNow();
    workers.shutdown();
  }
}
