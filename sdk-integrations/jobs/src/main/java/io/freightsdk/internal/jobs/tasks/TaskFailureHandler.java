package io.freightsdk.internal.jobs.tasks;

import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import io.freightsdk.internal.jobs.rules.WaitReasons;
import io.freightsdk.internal.text.DurationFormat;
import java.time.Duration;

/**
 * Reschedules a task that threw, after a pause that grows.
 *
 * @param what the kind of the task in the log, before the reference
 */
public record TaskFailureHandler(JobsContext context, String what)
    implements FailureHandler<String> {
  @Override
  public void onFailure(ExecutionComplete failed, ExecutionOperations<String> execution) {
    Throwable cause = failed.getCause().orElseThrow();
    Duration pause = pause(cause, failed.getExecution().consecutiveFailures);
    Object reference = failed.getExecution().taskInstance.getData();
    context
        .failures()
        .log(
            () -> what + reference + ": " + cause + "; retrying in " + DurationFormat.format(pause),
            cause);
    execution.reschedule(failed, context.now().plus(pause));
  }

  private Duration pause(Throwable cause, int earlier) {
    boolean isBusy = cause instanceof ListenerCalls.NotAccepted notAccepted && notAccepted.isBusy();
    return isBusy
        ? context.intervals().retryDelayUntilCheck(earlier)
        : context.intervals().retryDelay(WaitReasons.reasonFor(cause), earlier);
  }
}
