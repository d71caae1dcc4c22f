package io.freightsdk.jobs;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.text.TimeText;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Sends an order, and calls the listener with the result. Each step is stored in the order's row
 * before the next step starts: the attempt, the response, and that the listener accepted it. So the
 * row always shows what a crashed process was doing, and the next run continues there. It sends the
 * order again under its key, or calls the listener again.
 */
final class OrderTask {
  /** Overrides the client's policy: an order waits for a top-up as a row, not in a call. */
  private static final CallOptions CREATION =
      CallOptions.builder()
          .deadline(Duration.ofSeconds(30))
          .retryPolicy(RetryPolicy.standard())
          .build();

  private final JobRows rows;
  private final JobsContext jobs;

  private OrderTask(JobRows rows, JobsContext jobs) {
    this.rows = rows;
    this.jobs = jobs;
  }

  static Task<String> of(JobRows rows, JobsContext jobs) {
    OrderTask task = new OrderTask(rows, jobs);
    return Tasks.custom(rows.tasks().order)
        .onFailure((failed, row) -> retry(jobs, "order ", failed, row))
        .onDeadExecution((died, row) -> row.reschedule(died, died.getExecution().executionTime))
        .execute((alarm, context) -> task.run(alarm));
  }

  /** Reschedules a task that threw, after a pause that grows. */
  static void retry(
      JobsContext jobs, String what, ExecutionComplete failed, ExecutionOperations<String> row) {
    Throwable cause = failed.getCause().orElseThrow();
    int earlier = failed.getExecution().consecutiveFailures;
    boolean isBusy = cause instanceof ListenerCalls.NotAccepted notTold && notTold.isBusy();
    Duration pause =
        isBusy
            ? jobs.intervals().retryDelayUntilCheck(earlier)
            : jobs.intervals().retryDelay(Failures.waitReason(cause), earlier);
    jobs.failures()
        .log(
            () ->
                what
                    + failed.getExecution().taskInstance.getData()
                    + ": "
                    + cause
                    + "; retrying in "
                    + TimeText.of(pause),
            cause);
    row.reschedule(failed, jobs.now().plus(pause));
  }

  private CompletionHandler<String> run(TaskInstance<String> alarm) {
    Order order = rows.inTransaction(handle -> lockForRun(handle, alarm));
    if (order == null) {
      return hasWork(alarm)
          ? rescheduleAfter(jobs.intervals().poll())
          : (done, task) -> task.remove();
    }
    if (order.state == State.SENDING) {
      // If not, another instance sends it, or the application has changed it: check again.
      if (!send(order)) return rescheduleAfter(jobs.intervals().poll());
      if (order.state == State.WAITING) return rescheduleAfter(pause(order));
    }
    report(order);
    return (done, task) -> task.remove();
  }

  private CompletionHandler<String> rescheduleAfter(Duration pause) {
    return (done, task) -> task.reschedule(done, jobs.now().plus(pause));
  }

  /** Stores the attempt before it is made. Returns null if there is nothing to do, or not now. */
  private @Nullable Order lockForRun(Handle handle, TaskInstance<String> alarm) {
    Order order = rows.orders().lockUnlessHeld(handle, alarm.getData()).orElse(null);
    if (order == null || !order.hasWorkFor(alarm.getId())) return null;
    if (!order.isSendable()) return order;
    int attempts = order.attempts;
    order.startAttempt(jobs.now());
    return rows.orders().update(handle, order, order.taskId, attempts) ? order : null;
  }

  /** Whether the order has work left, such as while a transaction of the application locks it. */
  private boolean hasWork(TaskInstance<String> alarm) {
    return rows.read(handle -> rows.orders().find(handle, alarm.getData()))
        .filter(order -> order.hasWorkFor(alarm.getId()))
        .isPresent();
  }

  /**
   * Makes an attempt. Returns false if another instance took this one for crashed, and sends it.
   */
  private boolean send(Order order) {
    try {
      FreightClient client = jobs.client(order.customer);
      CallOptions.Builder options = CREATION.toBuilder().idempotencyKey(order.key);
      CreateLoadOutcome outcome =
          client.createLoad(order.input, jobs.scoped(options, order.customer));
      order.succeed(outcome, client.accountId(), jobs.now());
    } catch (RuntimeException | Error failure) {
      order.fail(failure, jobs.now());
      jobs.failures().log(() -> "order " + order.reference + ": " + failure, failure);
    }
    boolean isStored =
        rows.inTransaction(
            handle -> rows.orders().update(handle, order, order.taskId, order.attempts));
    if (isStored && order.state == State.STOPPED) {
      JobsLog.warn(() -> "order " + order.reference + " stopped: " + order.reason);
    }
    return isStored;
  }

  private Duration pause(Order order) {
    WaitReason reason = Objects.requireNonNull(order.waitingFor);
    return jobs.intervals().retryDelay(reason, order.attempts - 1);
  }

  /** Calls the listener. The load is followed after the listener has accepted it. */
  private void report(Order order) {
    String what = "order " + order.reference;
    BookedLoad load = order.load;
    try (ListenerCalls.Permit permit = jobs.listener().permit()) {
      if (load == null) {
        StoppedOrder stopped = order.toStopped();
        permit.invoke(what, "onOrderStopped", listener -> listener.onOrderStopped(stopped));
      } else {
        permit.invoke(what, "onLoadBooked", listener -> listener.onLoadBooked(load));
      }
    }
    order.reported = true;
    boolean isStored = rows.inTransaction(handle -> storeReported(handle, order));
    if (!isStored) JobsLog.debug(() -> what + ": it was changed while it was told");
  }

  private boolean storeReported(Handle handle, Order order) {
    boolean isStored = rows.orders().update(handle, order, order.taskId, order.attempts);
    if (isStored && order.load != null) {
      // Followed since it was created, however long the listener took.
      Instant since = order.changedAt;
      FollowedLoad load =
          FollowedLoad.ofNewOrder(order.input, order.load, since, jobs.firstWaitFactor());
      boolean unused = rows.followFirst(handle, load, String.valueOf(order.account), jobs.now());
    }
    return isStored;
  }
}
