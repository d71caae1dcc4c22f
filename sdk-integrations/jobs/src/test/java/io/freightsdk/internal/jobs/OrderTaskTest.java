package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.kagkarlsson.scheduler.TaskRepository;
import com.github.kagkarlsson.scheduler.event.SchedulerListeners;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is stored of an order that the service refuses, and in which order. */
class OrderTaskTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  /** What was stored, in this order. */
  private final List<String> stored = new ArrayList<>();

  private final TaskRepository rows =
      (TaskRepository)
          Proxy.newProxyInstance(
              TaskRepository.class.getClassLoader(),
              new Class<?>[] {TaskRepository.class},
              (proxy, method, arguments) -> stored.add(method.getName()));

  private void refuse(OrderTask.StoppedOrders stoppedOrders) {
    Task<Order> task =
        OrderTask.of(
            FollowerTest.runtime(FollowerTest.withPrice("0.02")),
            new ListenerCalls(2, System::nanoTime),
            stoppedOrders);
    Execution sent = new Execution(NOW, task.instance("id", OrderTest.ORDER));
    task.getFailureHandler()
        .onFailure(
            ExecutionComplete.failure(sent, NOW, NOW, OrderTest.invalid()),
            new ExecutionOperations<>(rows, SchedulerListeners.NOOP, sent));
  }

  @Test
  void whoIsToldThatAnOrderStoppedIsStoredBeforeTheOrderIsPutAside() {
    refuse(
        new OrderTask.StoppedOrders() {
          @Override
          public void store(String id, Order order) {
            stored.add("stop of " + order.reference());
          }

          @Override
          public void report(String id, Order order) {
            stored.add("told of " + order.reference());
          }
        });

    // Told last: the listener may book the order again at once.
    assertThat(stored).containsExactly("stop of PO-1", "reschedule", "told of PO-1");
  }

  /** It stays due, is sent again, and stops again. */
  @Test
  void anOrderIsNotPutAsideWhileNobodyCanBeToldThatItStopped() {
    OrderTask.StoppedOrders away =
        new OrderTask.StoppedOrders() {
          @Override
          public void store(String id, Order order) {
            throw new IllegalStateException("the database is away");
          }

          @Override
          public void report(String id, Order order) {
            stored.add("told of " + order.reference());
          }
        };
    assertThatThrownBy(() -> refuse(away)).hasMessage("the database is away");
    assertThat(stored).isEmpty();
  }
}
