package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.freightsdk.CallOptions;
import io.freightsdk.jobs.Booking;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;

/**
 * Creates the load of an order, notes it, tells the listener, has the load followed, and only then
 * removes the order. Each note is the completion of a run: the same row with other data, still due,
 * so a process that dies at any moment leaves a row that says how far it came. What it did and did
 * not note is done again: a creation is sent again under its key, a booking is told again.
 */
final class OrderTask {
  /** A row that is never due: an order that stopped. */
  static final Instant NEVER = Instant.parse("2999-12-31T00:00:00Z");

  /** Whatever the policy of the client is: an order that waits for a top-up waits as a row. */
  private static final CallOptions CREATION =
      CallOptions.builder()
          .deadline(Duration.ofSeconds(30))
          .retryPolicy(RetryPolicy.standard())
          .build();

  private final JobsRuntime jobs;
  private final TaskDescriptor<FollowedLoad> followed;

  private OrderTask(JobsRuntime jobs) {
    this.jobs = jobs;
    this.followed = LoadTask.descriptor(jobs.name());
  }

  static TaskDescriptor<Order> descriptor(String name) {
    return TaskDescriptor.of("freight-order/" + name, Order.class);
  }

  static Task<Order> of(JobsRuntime jobs) {
    OrderTask task = new OrderTask(jobs);
    return Tasks.custom(descriptor(jobs.name()))
        .onFailure(task::failed)
        .onDeadExecution(task::instanceDied)
        .execute(task::run);
  }

  private CompletionHandler<Order> run(TaskInstance<Order> row, ExecutionContext context) {
    Order order = row.getData();
    Booking booking = order.booking();
    if (booking == null) {
      Order created = create(order);
      // In its own place in the line, so that it is told before the next orders are created.
      return (done, operations) ->
          operations.reschedule(done, done.getExecution().executionTime, created);
    }
    jobs.tell(listener -> listener.onBooked(booking));
    boolean unused =
        context.getSchedulerClient().scheduleIfNotExists(follow(row.getId(), order, booking));
    return (done, operations) -> operations.remove();
  }

  private Order create(Order order) {
    CallOptions.Builder options = CREATION.toBuilder().idempotencyKey(order.key());
    return order.created(
        jobs.client().createLoad(order.input(), jobs.scoped(options, order.customer())));
  }

  private SchedulableInstance<FollowedLoad> follow(String id, Order order, Booking booking) {
    Instant now = jobs.now();
    FollowedLoad load = FollowedLoad.of(order, booking, now, jobs.firstShare());
    Instant first = load.next();
    return followed.instance(id).data(load).scheduledTo(first == null ? now : first);
  }

  /** An attempt was lost with its instance, perhaps on its way. It goes on in its own place. */
  private void instanceDied(ExecutionComplete died, ExecutionOperations<Order> operations) {
    Instant place = died.getExecution().executionTime;
    jobs.afterFailure(
        died,
        operations,
        (order, pause) -> operations.reschedule(died, place, order.interrupted()));
  }

  private void failed(ExecutionComplete failed, ExecutionOperations<Order> operations) {
    Throwable cause = failed.getCause().orElseThrow();
    jobs.afterFailure(
        failed,
        operations,
        (order, pause) -> {
          Order after = order.failed(cause);
          if (after.stopped() == null) {
            JobsRuntime.warn(
                "order %s: %s; again in %s".formatted(order.reference(), cause, pause));
            operations.reschedule(failed, jobs.now().plus(pause), after);
          } else {
            JobsRuntime.warn(
                "order %s stopped until it is booked again or withdrawn: %s"
                    .formatted(order.reference(), cause));
            operations.reschedule(failed, NEVER, after);
          }
        });
  }
}
