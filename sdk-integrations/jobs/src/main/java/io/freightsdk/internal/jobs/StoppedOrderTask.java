package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.jobs.StoppedOrder;

/**
 * Tells the listener that an order stopped: a row of its own, because the order itself may be
 * booked again or withdrawn meanwhile.
 */
final class StoppedOrderTask {
  private StoppedOrderTask() {}

  static TaskDescriptor<StoppedOrder> descriptor(String name) {
    return TaskDescriptor.of("freight-stopped/" + name, StoppedOrder.class);
  }

  static Task<StoppedOrder> of(JobsContext jobs, ListenerCalls calls) {
    return Tasks.custom(descriptor(jobs.name()))
        .onFailure((failed, row) -> failed(jobs, failed, row))
        .onDeadExecution((died, row) -> row.reschedule(died, died.getExecution().executionTime))
        .execute((row, context) -> run(jobs, calls, row.getData()));
  }

  private static CompletionHandler<StoppedOrder> run(
      JobsContext jobs, ListenerCalls calls, StoppedOrder stopped) {
    try (ListenerCalls.Permit permit = calls.begin("order " + stopped.reference())) {
      if (permit == null) return (done, row) -> row.reschedule(done, TaskTable.TO_REPORT);
      jobs.callListener(listener -> listener.onOrderStopped(stopped));
    }
    return (done, row) -> row.remove();
  }

  private static void failed(
      JobsContext jobs, ExecutionComplete failed, ExecutionOperations<StoppedOrder> row) {
    Throwable cause = failed.getCause().orElseThrow();
    jobs.<StoppedOrder>afterFailure(
        failed,
        row,
        (stopped, pause) -> {
          jobs.logRetry("order " + stopped.reference(), cause, pause);
          row.reschedule(failed, jobs.now().plus(pause));
        });
  }
}
