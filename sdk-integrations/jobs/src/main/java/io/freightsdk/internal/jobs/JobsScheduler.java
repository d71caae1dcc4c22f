package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Runs the tasks of an instance until it is closed. */
public final class JobsScheduler implements AutoCloseable {
  private final Scheduler scheduler;
  private final ListenerCalls calls;
  private final LongSupplier unreported;
  private final Object listener;
  private final ScheduledExecutorService polls =
      Executors.newSingleThreadScheduledExecutor(JobsScheduler::thread);

  /**
   * Starts it.
   *
   * @param scheduler which polls when it is told to
   * @param unreported how many orders that have their load, stopped orders and readings wait for
   *     the listener, apart from those in the pause that follows a failure of it
   */
  JobsScheduler(
      Scheduler scheduler,
      Duration poll,
      ListenerCalls calls,
      LongSupplier unreported,
      Object listener) {
    this.scheduler = scheduler;
    this.calls = calls;
    this.unreported = unreported;
    this.listener = listener;
    scheduler.start();
    Future<?> unused =
        polls.scheduleWithFixedDelay(this::poll, 0, poll.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Thread thread(Runnable polls) {
    Thread thread = new Thread(polls, "freight-jobs-poll");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * By elapsed time. The scheduler itself waits by the clock: it would not poll while that of a
   * test stands still.
   */
  private void poll() {
    try {
      scheduler.triggerCheckForDueExecutions();
      calls.warnIfStuck(listener, unreported);
    } catch (Throwable failure) {
      // Thrown on, it would end all polls. If the database is away, the scheduler warns of that.
      JobsContext.debug(() -> "a poll failed: " + failure);
    }
  }

  @Override
  public void close() {
    polls.shutdownNow();
    scheduler.stop();
  }
}
