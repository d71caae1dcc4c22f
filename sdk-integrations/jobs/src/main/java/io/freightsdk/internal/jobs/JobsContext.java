package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.environment.Time;
import io.freightsdk.internal.text.TimeText;
import io.freightsdk.jobs.JobsListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one {@code FreightJobs} share: settings, client and listener.
 *
 * @param scopes maps a customer to the scope that pays; null for none
 * @param queue in which reads wait; null without a budget
 * @param waiting the log of what is repeated
 */
public record JobsContext(
    String name,
    FreightClient client,
    JobsListener listener,
    @Nullable Function<String, ? extends SpendGuard.Scope> scopes,
    @Nullable ReadQueue queue,
    Intervals intervals,
    Clock clock,
    WaitingLog waiting) {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.jobs");

  /** A call of the listener, which may throw anything. */
  interface ListenerCall {
    void on(JobsListener listener) throws Exception;
  }

  /** Code of the application failed: the cause is what it threw. */
  abstract static class ApplicationFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    ApplicationFailed(String what, Throwable cause) {
      super(what + " failed with " + cause, cause);
    }
  }

  /** The listener threw. */
  static final class ListenerFailed extends ApplicationFailed {
    private static final long serialVersionUID = 1;

    ListenerFailed(String method, Throwable cause) {
      super(method, cause);
    }
  }

  /** The scope of a customer could not be had, before anything was sent. */
  static final class NothingSent extends ApplicationFailed {
    private static final long serialVersionUID = 1;

    NothingSent(String what, RuntimeException cause) {
      super(what, cause);
    }
  }

  public JobsContext(
      String name,
      FreightClient client,
      JobsListener listener,
      @Nullable Function<String, ? extends SpendGuard.Scope> scopes,
      @Nullable ReadQueue queue,
      Intervals intervals,
      Clock clock) {
    this(
        name,
        client,
        listener,
        scopes,
        queue,
        intervals,
        clock,
        new WaitingLog(Time.MACHINE::nanos));
  }

  Instant now() {
    return clock.instant();
  }

  /** The factor of a load's first wait: 1 if each read has its place in the queue. */
  double firstWaitFactor() {
    return queue == null ? ReadQueueState.MIN_WAIT_FACTOR : 1;
  }

  /**
   * Calls the listener.
   *
   * @param method which is called, for the log
   */
  void callListener(String method, ListenerCall call) {
    try {
      call.on(listener);
    } catch (Throwable e) { // Also an Error, such as that of a class which is not there.
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      throw new ListenerFailed(method, e);
    }
  }

  /** Options under which the customer pays. */
  CallOptions scoped(CallOptions.Builder options, @Nullable String customer) {
    if (customer == null || scopes == null) return options.build();
    try {
      return options.scope(scopes.apply(customer)).build();
    } catch (RuntimeException e) {
      throw new NothingSent("the scope of customer " + customer, e);
    }
  }

  /**
   * Handles a run that failed, or whose instance died, with its data and the delay before a retry.
   * A row that cannot be read, perhaps of a later version, is left unchanged and retried.
   */
  @SuppressWarnings("unchecked") // A row of a task has data of its type.
  <T> void afterFailure(
      ExecutionComplete run, ExecutionOperations<T> operations, BiConsumer<T, Duration> then) {
    Execution execution = run.getExecution();
    Duration pause = intervals.retryDelay(execution.consecutiveFailures);
    T data;
    try {
      data = (T) execution.taskInstance.getData();
    } catch (RuntimeException unreadable) {
      String retry = "; retrying in " + TimeText.of(pause);
      warn(() -> execution.taskInstance + ": " + unreadable + retry);
      operations.reschedule(run, now().plus(pause));
      return;
    }
    then.accept(data, pause);
  }

  /** Says in the log that a run failed and is repeated. */
  void logRetry(String what, Throwable cause, Duration pause) {
    waiting.waits(what, cause, "retrying in " + TimeText.of(pause));
  }

  static void debug(Supplier<String> line) {
    LOG.log(System.Logger.Level.DEBUG, line);
  }

  static void warn(Supplier<String> line) {
    LOG.log(System.Logger.Level.WARNING, line);
  }

  /** With the stack trace of what was thrown. */
  static void warn(Supplier<String> line, Throwable thrown) {
    LOG.log(System.Logger.Level.WARNING, line, thrown);
  }
}
