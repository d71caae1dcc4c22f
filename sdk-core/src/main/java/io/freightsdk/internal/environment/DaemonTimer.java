package io.freightsdk.internal.environment;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One daemon thread that starts with the first wait and ends ten seconds after the last. It only
 * hands tasks to an executor, so that no task delays the others.
 */
public final class DaemonTimer implements Timer {
  private final String threadName;
  private final Executor tasks;

  /** Made by the first wait; guarded by this. */
  private @Nullable ScheduledThreadPoolExecutor waits;

  private boolean closed;

  /**
   * A timer whose tasks run on {@code tasks}, or on its own thread when that executor refuses them.
   */
  public DaemonTimer(String threadName, Executor tasks) {
    this.threadName = threadName;
    this.tasks = tasks;
  }

  @Override
  public synchronized Cancellable after(Duration delay, Runnable task) {
    if (waits == null) waits = newWaits();
    Future<?> wait = waits.schedule(() -> handOver(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    if (closed) end();
    return () -> wait.cancel(false);
  }

  /** Needs no task, because the calling thread itself parks until the time has passed. */
  @Override
  public void await(Duration atMost, BooleanSupplier over) {
    park(this, atMost, over);
  }

  /** Parks this thread until it is over, at most so long. */
  static void park(Object blocker, Duration atMost, BooleanSupplier over) {
    long end = MachineTime.SYSTEM.nanos() + atMost.toNanos();
    while (!over.getAsBoolean()) {
      long left = end - MachineTime.SYSTEM.nanos();
      if (left <= 0) return;
      LockSupport.parkNanos(blocker, left);
    }
  }

  private ScheduledThreadPoolExecutor newWaits() {
    ScheduledThreadPoolExecutor made =
        new ScheduledThreadPoolExecutor(1, DaemonThreads.factory(threadName));
    made.setRemoveOnCancelPolicy(true);
    made.setKeepAliveTime(10, TimeUnit.SECONDS);
    made.allowCoreThreadTimeOut(true);
    return made;
  }

  private void handOver(Runnable task) {
    try {
      tasks.execute(task);
    } catch (Throwable noThread) {
      // Closing, or out of threads: a delayed timer is better than a wait that never ends.
      task.run();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    end();
  }

  /** Its thread ends after the last wait. */
  private synchronized void end() {
    if (waits != null) waits.shutdown();
    waits = null;
  }
}
