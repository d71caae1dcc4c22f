package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** Runs the tasks of an instance until it is closed. */
public final class JobsScheduler implements AutoCloseable {
  /**
   * The checks without work after one that found some, so an hour by the standard intervals: the
   * wrong clock may still run, and put off again what became due.
   */
  private static final int CHECKS_OF_REST = 59;

  private final Scheduler scheduler;
  private final ListenerCalls calls;
  private final LongSupplier unreported;
  private final IntSupplier undoWrongClock;
  private final Object listener;
  private final ScheduledExecutorService polls =
      Executors.newScheduledThreadPool(2, JobsScheduler::thread);

  /** Used by one check after the other. */
  private int checksToRest;

  /**
   * Starts it.
   *
   * @param scheduler which polls when it is told to
   * @param unreported how many orders that have their load, stopped orders and readings wait for
   *     the listener, apart from those in the pause that follows a failure of it
   * @param undoWrongClock makes due what a wrong clock has put off, and returns how many rows that
   *     were; it may wait for transactions of applications
   */
  JobsScheduler(
      Scheduler scheduler,
      Intervals intervals,
      ListenerCalls calls,
      LongSupplier unreported,
      IntSupplier undoWrongClock,
      Object listener) {
    this.scheduler = scheduler;
    this.calls = calls;
    this.unreported = unreported;
    this.undoWrongClock = undoWrongClock;
    this.listener = listener;
    scheduler.start();
    long poll = intervals.poll().toMillis();
    Future<?> unused = polls.scheduleWithFixedDelay(this::poll, 0, poll, TimeUnit.MILLISECONDS);
    long check = intervals.clockCheck().toMillis();
    unused = polls.scheduleWithFixedDelay(this::checkClock, check, check, TimeUnit.MILLISECONDS);
  }

  private static Thread thread(Runnable polls) {
    Thread thread = new Thread(polls, "freight-jobs-poll");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * By elapsed time. The scheduler itself waits by the clock: it would not poll while that stands
   * still, nor for as long as it was set back.
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

  private void checkClock() {
    if (checksToRest > 0) {
      checksToRest--;
      return;
    }
    try {
      if (undoWrongClock.getAsInt() > 0) checksToRest = CHECKS_OF_REST;
    } catch (Throwable failure) {
      JobsContext.debug(() -> "the due times were not checked: " + failure);
    }
  }

  @Override
  public void close() {
    polls.shutdownNow();
    scheduler.stop();
  }
}
