package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.jobs.StoppedOrder;
import java.time.Duration;

/**
 * Tells the listener that an order stopped: a row of its own, because the order itself may be
 * booked again or withdrawn meanwhile. It is stored before the order's row says so, and waits until
 * that does.
 */
final class StoppedOrderTask {
  /** Until the order's row is looked at, unless its instance makes this one due at once. */
  static final Duration CHECKED_AFTER = Duration.ofMinutes(1);

  private StoppedOrderTask() {}

  /**
   * The id of the stop of an order that was sent under its key. One that is booked again has
   * another key, so that another stop is told again.
   */
  static String id(String orderId, Order sent) {
    return orderId + "-" + sent.key().substring(0, 8);
  }

  static TaskDescriptor<StoppedOrder> descriptor(String name) {
    return TaskDescriptor.of("freight-stopped/" + name, StoppedOrder.class);
  }

  static Task<StoppedOrder> of(JobsContext jobs, ListenerCalls calls) {
    return Tasks.custom(descriptor(jobs.name()))
        .onFailure((failed, row) -> failed(jobs, failed, row))
        .onDeadExecution((died, row) -> row.reschedule(died, died.getExecution().executionTime))
        .execute(
            (row, context) ->
                isStillSent(row.getId(), jobs, context.getSchedulerClient())
                    ? (done, next) -> next.reschedule(done, jobs.now().plus(CHECKED_AFTER))
                    : run(jobs, calls, row.getData()));
  }

  /** Whether the order was not put aside: its instance is about to do so, or has died. */
  private static boolean isStillSent(String id, JobsContext jobs, SchedulerClient rows) {
    String orderId = id.substring(0, id.lastIndexOf('-'));
    return rows.getScheduledExecution(OrderTask.descriptor(jobs.name()).instanceId(orderId))
        .map(row -> (Order) row.getData())
        .filter(order -> order.stopped() == null && id(orderId, order).equals(id))
        .isPresent();
  }

  private static CompletionHandler<StoppedOrder> run(
      JobsContext jobs, ListenerCalls calls, StoppedOrder stopped) {
    try (ListenerCalls.Permit permit = calls.begin("order " + stopped.reference())) {
      if (permit == null) return (done, row) -> row.reschedule(done, TaskTable.TO_REPORT);
      jobs.callListener("onOrderStopped", listener -> listener.onOrderStopped(stopped));
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
