package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.kagkarlsson.scheduler.TaskRepository;
import com.github.kagkarlsson.scheduler.event.SchedulerListeners;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is stored of an order that the service refuses, and in which order. */
class OrderTaskTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  /** What was stored, in this order. */
  private final List<String> stored = new ArrayList<>();

  /** The last success of the row, as it was stored last. */
  private @Nullable Instant lastSuccess;

  private final TaskRepository rows =
      (TaskRepository)
          Proxy.newProxyInstance(
              TaskRepository.class.getClassLoader(),
              new Class<?>[] {TaskRepository.class},
              (proxy, method, arguments) -> {
                lastSuccess = (Instant) arguments[3];
                return stored.add(method.getName());
              });

  private static final OrderTask.StopNotifications NO_NOTIFICATIONS =
      new OrderTask.StopNotifications() {
        @Override
        public void schedule(String id, Order order) {}

        @Override
        public void makeDue(String id, Order order) {}

        @Override
        public void cancel(String id) {}
      };

  private void refuse(OrderTask.StopNotifications stopNotifications) {
    Task<Order> task =
        OrderTask.of(
            FollowerTest.runtime(FollowerTest.withPrice("0.02")),
            new ListenerCalls(2, System::nanoTime),
            stopNotifications);
    Execution sent = new Execution(NOW, task.instance("id", OrderTest.ORDER));
    task.getFailureHandler()
        .onFailure(
            ExecutionComplete.failure(sent, NOW, NOW, OrderTest.invalid()),
            new ExecutionOperations<>(rows, SchedulerListeners.NOOP, sent));
  }

  @Test
  void whoIsToldThatAnOrderStoppedIsStoredBeforeTheOrderIsPutAside() {
    refuse(
        new OrderTask.StopNotifications() {
          @Override
          public void schedule(String id, Order order) {
            stored.add("stop of " + order.reference());
          }

          @Override
          public void makeDue(String id, Order order) {
            stored.add("told of " + order.reference());
          }

          @Override
          public void cancel(String id) {}
        });

    // Told last: the listener may book the order again at once.
    assertThat(stored).containsExactly("stop of PO-1", "reschedule", "told of PO-1");
  }

  /** It stays due, is sent again, and stops again. */
  @Test
  void anOrderIsNotPutAsideWhileNobodyCanBeToldThatItStopped() {
    OrderTask.StopNotifications away =
        new OrderTask.StopNotifications() {
          @Override
          public void schedule(String id, Order order) {
            throw new IllegalStateException("the database is away");
          }

          @Override
          public void makeDue(String id, Order order) {
            stored.add("told of " + order.reference());
          }

          @Override
          public void cancel(String id) {}
        };
    assertThatThrownBy(() -> refuse(away)).hasMessage("the database is away");
    assertThat(stored).isEmpty();
  }

  /** Otherwise it would be told as stopped although it is sent again, and may get its load. */
  @Test
  void aStopThatItsInstanceDidNotLiveToStoreIsCancelledBeforeTheOrderIsSentAgain() {
    Task<Order> task =
        OrderTask.of(
            FollowerTest.runtime(FollowerTest.withPrice("0.02")),
            new ListenerCalls(2, System::nanoTime),
            new OrderTask.StopNotifications() {
              @Override
              public void schedule(String id, Order order) {}

              @Override
              public void makeDue(String id, Order order) {}

              @Override
              public void cancel(String id) {
                stored.add("cancelled " + id);
              }
            });
    Execution sent = new Execution(NOW, task.instance("id", OrderTest.ORDER));
    task.getDeadExecutionHandler()
        .deadExecution(
            ExecutionComplete.failure(sent, NOW, NOW, null),
            new ExecutionOperations<>(rows, SchedulerListeners.NOOP, sent));

    String stop = StoppedOrderTask.id("id", OrderTest.ORDER);
    assertThat(stored).containsExactly("cancelled " + stop, "reschedule");
  }

  /** The age of the oldest that is unreported begins there, however often it finds no free call. */
  @Test
  void anOrderThatWaitsForTheListenerKeepsTheTimeOfItsLoad() {
    ListenerCalls calls = new ListenerCalls(2, System::nanoTime);
    Task<Order> task =
        OrderTask.of(FollowerTest.runtime(FollowerTest.withPrice("0.02")), calls, NO_NOTIFICATIONS);
    TaskInstance<Order> row = task.instance("id", OrderTest.hasLoad());
    Instant loadAt = NOW.minus(Duration.ofHours(1));
    Execution waits = new Execution(NOW, row, true, "here", loadAt, null, 0, NOW, 2);
    try (ListenerCalls.Permit other = calls.begin("another order")) {
      assertThat(other).isNotNull();
      task.execute(row, new ExecutionContext(null, waits, null, null))
          .complete(
              ExecutionComplete.success(waits, NOW, NOW),
              new ExecutionOperations<>(rows, SchedulerListeners.NOOP, waits));
    }
    assertThat(stored).containsExactly("reschedule");
    assertThat(lastSuccess).isEqualTo(loadAt);
  }
}
