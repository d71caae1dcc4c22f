package io.freightsdk.internal.jobs.tasks;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.DeadExecutionHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.jobs.rows.JobRows;
import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.retry.RetryPolicy;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Sends an order, and calls the listener with the result. Each step is stored in the order's row
 * before the next step starts: the attempt, the response, and that the listener accepted it. So the
 * row shows the last step of a crashed process, and the next run continues there. It sends the
 * order again under its key, or calls the listener again.
 */
public final class OrderTask {
  /** Overrides the client's policy: an order waits for a top-up as a row, not in a call. */
  private static final CallOptions CREATION =
      CallOptions.builder()
          .deadline(Duration.ofSeconds(30))
          .retryPolicy(RetryPolicy.standard())
          .build();

  private final JobRows rows;
  private final JobsContext context;

  private OrderTask(JobRows rows, JobsContext context) {
    this.rows = rows;
    this.context = context;
  }

  static Task<String> of(
      JobRows rows, JobsContext context, DeadExecutionHandler<String> deadExecutionHandler) {
    OrderTask task = new OrderTask(rows, context);
    return Tasks.custom(rows.tasks().order)
        .onFailure(new TaskFailureHandler(context, "order "))
        .onDeadExecution(deadExecutionHandler)
        .execute((instance, run) -> task.run(instance));
  }

  private CompletionHandler<String> run(TaskInstance<String> task) {
    Order order = rows.inTransaction(handle -> lockForRun(handle, task));
    if (order == null) {
      return hasWork(task)
          ? rescheduleAfter(context.intervals().poll())
          : (done, execution) -> execution.remove();
    }
    if (order.state == State.SENDING) {
      // If the result was not stored, another instance sends the order, or the application has
      // changed it: check again.
      if (!send(order)) return rescheduleAfter(context.intervals().poll());
      if (order.state == State.WAITING) return rescheduleAfter(pause(order));
    }
    report(order);
    return (done, execution) -> execution.remove();
  }

  private CompletionHandler<String> rescheduleAfter(Duration pause) {
    return (done, execution) -> execution.reschedule(done, context.now().plus(pause));
  }

  /** Stores the attempt before the order is sent. Returns null if there is nothing to do now. */
  private @Nullable Order lockForRun(Handle handle, TaskInstance<String> task) {
    Order order = rows.orders().lockUnlessHeld(handle, task.getData()).orElse(null);
    if (order == null || !order.hasWorkFor(task.getId())) return null;
    if (!order.isSendable()) return order;
    Order.Version seen = order.version();
    order.startAttempt(context.now());
    return rows.orders().update(handle, order, seen) ? order : null;
  }

  /** Whether the order has work left, such as while a transaction of the application locks it. */
  private boolean hasWork(TaskInstance<String> task) {
    return rows.withoutTransaction(handle -> rows.orders().find(handle, task.getData()))
        .filter(order -> order.hasWorkFor(task.getId()))
        .isPresent();
  }

  /**
   * Sends the order. Returns false if another instance sends it, because it considered this
   * instance crashed.
   */
  private boolean send(Order order) {
    try {
      FreightClient client = context.client(order.customer);
      CallOptions.Builder options = CREATION.toBuilder().idempotencyKey(order.key);
      CreateLoadOutcome outcome =
          client.createLoad(order.input, context.scoped(options, order.customer));
      order.succeed(outcome, client.accountId(), context.now());
    } catch (RuntimeException | Error failure) {
      order.fail(failure, context.now());
      context.failures().log(() -> "order " + order.reference + ": " + failure, failure);
    }
    boolean isStored =
        rows.inTransaction(handle -> rows.orders().update(handle, order, order.version()));
    if (isStored && order.state == State.STOPPED) {
      JobsContext.LOG.log(
          Level.WARNING, () -> "order " + order.reference + " stopped: " + order.reason);
    }
    return isStored;
  }

  private Duration pause(Order order) {
    WaitReason reason = Objects.requireNonNull(order.waitingFor);
    return context.intervals().retryDelay(reason, order.attempts - 1);
  }

  /** Calls the listener. The load is followed after the listener has accepted it. */
  private void report(Order order) {
    String what = "order " + order.reference;
    BookedLoad load = order.load;
    try (ListenerCalls.Permit permit = context.listener().acquire()) {
      if (load == null) {
        OrderSummary stopped = order.toStoppedSummary();
        permit.invoke(what, "onOrderStopped", listener -> listener.onOrderStopped(stopped));
      } else {
        permit.invoke(what, "onLoadBooked", listener -> listener.onLoadBooked(load));
      }
    }
    order.reported = true;
    double waitFraction = context.firstWaitFraction(order.customer);
    boolean isStored = rows.inTransaction(handle -> storeReported(handle, order, waitFraction));
    if (!isStored)
      JobsContext.LOG.log(
          Level.DEBUG, () -> what + ": the order was changed during the call of the listener");
  }

  private boolean storeReported(Handle handle, Order order, double waitFraction) {
    boolean isStored = rows.orders().update(handle, order, order.version());
    if (isStored && order.load != null) {
      // Following starts with the creation, even if the listener took long.
      Instant since = order.changedAt;
      FollowedLoad load = FollowedLoad.ofBooked(order.input, order.load, since, waitFraction);
      rows.followIfNew(handle, load, String.valueOf(order.account), context.now());
    }
    return isStored;
  }
}
