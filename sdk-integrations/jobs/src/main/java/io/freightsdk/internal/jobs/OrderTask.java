package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.CallOptions;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;

/**
 * Creates the load of an order, stores that, calls the listener, schedules the task that follows
 * the load, and only then removes the order. A run stores its result on completion, as new data of
 * the same row, which stays due; so a process that dies at any moment leaves a row with the last
 * stored result. A step whose result was not stored is repeated: a creation is sent again under its
 * key, the listener is called again with its load.
 */
final class OrderTask {
  /** The due time of an order that stopped. */
  static final Instant NEVER = Instant.parse("2999-12-31T00:00:00Z");

  /** Overrides the client's policy: an order waits for a top-up as a row, not in a call. */
  private static final CallOptions CREATION =
      CallOptions.builder()
          .deadline(Duration.ofSeconds(30))
          .retryPolicy(RetryPolicy.standard())
          .build();

  private final JobsContext jobs;
  private final ListenerCalls calls;
  private final StopNotifications stopNotifications;
  private final TaskDescriptor<FollowedLoad> followed;

  private OrderTask(JobsContext jobs, ListenerCalls calls, StopNotifications stopNotifications) {
    this.jobs = jobs;
    this.calls = calls;
    this.stopNotifications = stopNotifications;
    this.followed = LoadTask.descriptor(jobs.name());
  }

  static TaskDescriptor<Order> descriptor(String name) {
    return TaskDescriptor.of("freight-order/" + name, Order.class);
  }

  /** Calls of the listener because an order stopped, by their id: {@link StoppedOrderTask}. */
  interface StopNotifications {
    /** Stores one that is due in a minute, in case this instance dies before it makes it due. */
    void schedule(String id, Order order);

    /** Makes it due now. */
    void makeDue(String id, Order order);

    /** Removes it, if there is one. */
    void cancel(String id);
  }

  static Task<Order> of(
      JobsContext jobs, ListenerCalls calls, StopNotifications stopNotifications) {
    OrderTask task = new OrderTask(jobs, calls, stopNotifications);
    return Tasks.custom(descriptor(jobs.name()))
        .onFailure(task::failed)
        .onDeadExecution(task::instanceDied)
        .execute(task::run);
  }

  private CompletionHandler<Order> run(TaskInstance<Order> row, ExecutionContext context) {
    Order order = row.getData();
    OrderLoad load = order.load();
    if (load == null) {
      return toReport(create(order));
    }
    try (ListenerCalls.Permit permit = calls.begin("order " + order.reference())) {
      if (permit == null) return stillToReport(order);
      jobs.callListener("onLoad", listener -> listener.onLoad(load));
    }
    boolean unused =
        context.getSchedulerClient().scheduleIfNotExists(follow(row.getId(), order, load));
    return (done, operations) -> operations.remove();
  }

  private static CompletionHandler<Order> toReport(Order order) {
    return (done, operations) -> operations.reschedule(done, TaskTable.TO_REPORT, order);
  }

  /** The row keeps the time of its last success: when the load was created, see OrderCounts. */
  private static CompletionHandler<Order> stillToReport(Order order) {
    return (done, operations) -> {
      Execution row = done.getExecution();
      Instant hasLoadSince = row.lastSuccess == null ? done.getTimeDone() : row.lastSuccess;
      operations.reschedule(
          ExecutionComplete.success(row, row.executionTime, hasLoadSince),
          TaskTable.TO_REPORT,
          order);
    };
  }

  private Order create(Order order) {
    CallOptions.Builder options = CREATION.toBuilder().idempotencyKey(order.key());
    return order.created(
        jobs.client().createLoad(order.input(), jobs.scoped(options, order.customer())));
  }

  private SchedulableInstance<FollowedLoad> follow(String id, Order order, OrderLoad orderLoad) {
    Instant now = jobs.now();
    FollowedLoad load = FollowedLoad.of(order, orderLoad, now, jobs.firstWaitFactor());
    Instant first = load.next();
    return followed.instance(id).data(load).scheduledTo(first == null ? now : first);
  }

  /**
   * An attempt was lost with its instance, perhaps after it was sent. The order stays due, so it
   * has not stopped, even if its instance was about to store that.
   */
  private void instanceDied(ExecutionComplete died, ExecutionOperations<Order> operations) {
    Execution row = died.getExecution();
    jobs.afterFailure(
        died,
        operations,
        (order, pause) -> {
          stopNotifications.cancel(StoppedOrderTask.id(row.taskInstance.getId(), order));
          operations.reschedule(died, row.executionTime, order.withUnknownOutcome());
        });
  }

  private void failed(ExecutionComplete failed, ExecutionOperations<Order> operations) {
    Throwable cause = failed.getCause().orElseThrow();
    jobs.afterFailure(
        failed,
        operations,
        (order, pause) -> {
          Order after = order.failed(cause);
          if (after.stopped() == null) {
            jobs.logRetry("order " + order.reference(), cause, pause);
            operations.reschedule(failed, jobs.now().plus(pause), after);
          } else {
            JobsContext.warn(
                () ->
                    "order "
                        + order.reference()
                        + " stopped until it is booked again or withdrawn: "
                        + cause);
            // If the instance dies in between, this is cancelled and the order is sent again.
            String id = StoppedOrderTask.id(failed.getExecution().taskInstance.getId(), order);
            stopNotifications.schedule(id, after);
            operations.reschedule(failed, NEVER, after);
            // Only now, because the listener may book the order again at once.
            stopNotifications.makeDue(id, after);
          }
        });
  }
}
