package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.jobs.JobsListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one {@code FreightJobs} run with.
 *
 * @param scopes makes of a customer the scope that pays; null for none
 * @param line in which reads wait; null without a budget
 */
public record JobsRuntime(
    String name,
    FreightClient client,
    JobsListener listener,
    @Nullable Function<String, ? extends SpendGuard.Scope> scopes,
    @Nullable BudgetLine line,
    Tempo tempo,
    Clock clock) {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.jobs");

  /** A call of the listener, which may throw anything. */
  interface Telling {
    void to(JobsListener listener) throws Exception;
  }

  /** The listener did not take what it was told. */
  private static final class ListenerFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    ListenerFailed(Exception cause) {
      super("the listener failed with " + cause, cause);
    }
  }

  /** What the application gave failed before anything was sent. */
  static final class NothingSent extends RuntimeException {
    private static final long serialVersionUID = 1;

    NothingSent(String whose, RuntimeException cause) {
      super(whose + " failed with " + cause, cause);
    }
  }

  Instant now() {
    return clock.instant();
  }

  /**
   * How much of its first wait a load waits out: all of it where each read has its place in line.
   */
  double firstShare() {
    return line == null ? LineState.LEAST_SHARE : 1;
  }

  void tell(Telling telling) {
    try {
      telling.to(listener);
    } catch (Exception e) {
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      throw new ListenerFailed(e);
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
   * Goes on after a run that failed, or whose instance died: with its data and the pause that is
   * due. A row that cannot be read, of a later version perhaps, is left as it is and tried again.
   */
  @SuppressWarnings("unchecked") // A row of a task has data of its type.
  <T> void afterFailure(
      ExecutionComplete run, ExecutionOperations<T> operations, BiConsumer<T, Duration> then) {
    Execution execution = run.getExecution();
    Duration pause = tempo.pause(execution.consecutiveFailures);
    T data;
    try {
      data = (T) execution.taskInstance.getData();
    } catch (RuntimeException unreadable) {
      warn("%s: %s; again in %s".formatted(execution.taskInstance, unreadable, pause));
      operations.reschedule(run, now().plus(pause));
      return;
    }
    then.accept(data, pause);
  }

  static void warn(String message) {
    LOG.log(System.Logger.Level.WARNING, message);
  }
}
