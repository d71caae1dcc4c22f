package io.freightsdk.internal.jobs.tasks;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.freightsdk.internal.jobs.rows.JobRows;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs due tasks by db-scheduler, and the check of waiting work by a timer, until it is closed. */
public final class JobsScheduler implements AutoCloseable {
  private final Scheduler scheduler;

  /** Two, because a check calls the listener, which may hang. */
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, JobsScheduler::thread);

  /**
   * Starts it.
   *
   * @param threads that process orders and loads
   */
  public JobsScheduler(JobRows rows, JobsContext context, int threads) {
    rows.useBudget(context.readPace(), context.now());
    rows.restoreTasks(context.now());
    scheduler =
        rows.tasks()
            .scheduler(
                List.of(
                    OrderTask.of(rows, context, this::reviveUnlessRunning),
                    LoadTask.of(rows, context, this::reviveUnlessRunning)),
                threads,
                context.intervals(),
                context.clock());
    scheduler.start();
    repeat(scheduler::triggerCheckForDueExecutions, context);
    repeat(new WaitingCheck(rows, context)::runIfDue, context);
  }

  /**
   * Repeats a step by elapsed time. The scheduler itself waits by the clock, and would not poll
   * while a test stops the clock.
   */
  private void repeat(Runnable step, JobsContext context) {
    Future<?> unused =
        timer.scheduleWithFixedDelay(
            () -> {
              try {
                step.run();
              } catch (Throwable failure) {
                // An exception would end all further repetitions.
                context
                    .failures()
                    .log(() -> "jobs: the check of due work failed: " + failure, failure);
              }
            },
            0,
            context.intervals().poll().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /**
   * Makes a task due again if its heartbeats are missing because its instance crashed. A task that
   * runs here continues. Its heartbeats are also missing after a pause of this instance, such as a
   * suspended laptop, or after an outage of the database.
   */
  private void reviveUnlessRunning(ExecutionComplete died, ExecutionOperations<String> execution) {
    TaskInstance<?> task = died.getExecution().taskInstance;
    boolean isRunning =
        scheduler.getCurrentlyExecuting().stream()
            .anyMatch(running -> running.getTaskInstance().equals(task));
    if (!isRunning) execution.reschedule(died, died.getExecution().executionTime);
  }

  private static Thread thread(Runnable steps) {
    Thread thread = new Thread(steps, "freight-jobs-timer");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    try {
      // Stopped while the timer still triggers it: otherwise the scheduler waits up to a second for
      // its next poll before it stops.
      scheduler.stop();
    } finally {
      timer.shutdownNow();
    }
  }
}
