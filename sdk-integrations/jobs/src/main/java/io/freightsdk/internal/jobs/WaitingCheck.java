package io.freightsdk.internal.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.WaitingFor;
import io.freightsdk.jobs.WaitingOrders;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks, each minute, at what orders wait for. It tells the listener of this instance what is new
 * and what is over, and makes the orders due whose balance or key is there again: one free read of
 * the balance for each client answers that for all of its orders.
 */
final class WaitingCheck {
  private static final int MAX_DUE_AT_ONCE = 1_000;

  private final JobRows rows;
  private final JobsContext jobs;
  private final Map<WaitingFor, WaitingOrders> told = new EnumMap<>(WaitingFor.class);

  WaitingCheck(JobRows rows, JobsContext jobs) {
    this.rows = rows;
    this.jobs = jobs;
  }

  void run() {
    tell(rows.read(handle -> rows.orders().waitingFor(handle)));
    Map<FreightClient, List<@Nullable String>> customers = new LinkedHashMap<>();
    for (String customer : rows.read(handle -> rows.orders().customersWaiting(handle))) {
      try {
        customers.computeIfAbsent(jobs.client(customer), client -> new ArrayList<>()).add(customer);
      } catch (JobsContext.NoClient goesOnWaiting) {
        JobsContext.debug(() -> "orders wait: " + goesOnWaiting.getMessage());
      }
    }
    customers.forEach(this::makeDue);
  }

  // --- what the listener is told ---

  private void tell(List<WaitingOrders> now) {
    Map<WaitingFor, WaitingOrders> ended = new EnumMap<>(told);
    for (WaitingOrders waiting : now) {
      WaitingOrders before = ended.remove(waiting.waitingFor());
      if (before == null) begin(waiting);
    }
    ended.values().forEach(this::end);
  }

  private void begin(WaitingOrders waiting) {
    told.put(waiting.waitingFor(), waiting);
    JobsContext.warn(
        () ->
            "orders that wait for "
                + waiting.waitingFor()
                + ": "
                + waiting.orders()
                + ", the first since "
                + waiting.oldest());
    tell("onWaiting", listener -> listener.onWaiting(waiting));
  }

  private void end(WaitingOrders before) {
    told.remove(before.waitingFor());
    JobsContext.info(() -> "no order waits for " + before.waitingFor() + " any more");
    WaitingOrders none = new WaitingOrders(before.waitingFor(), 0, before.oldest());
    tell("onWaitingEnded", listener -> listener.onWaitingEnded(none));
  }

  private void tell(String method, ListenerCalls.Call call) {
    try {
      jobs.listener().unlimited("orders wait", method, call);
    } catch (ListenerCalls.NotTold isLogged) {
      // The next look has other numbers.
    }
  }

  // --- what is due again ---

  /** As many as the balance pays for, the oldest first. */
  private void makeDue(FreightClient client, List<@Nullable String> customers) {
    int affordable;
    try {
      affordable = affordable(client);
    } catch (RuntimeException isStillAway) {
      JobsContext.debug(() -> "the balance cannot be read: " + isStillAway);
      return;
    }
    Instant now = jobs.now();
    Instant lastLook = now.minus(jobs.intervals().look().dividedBy(2));
    for (String customer : customers) {
      int most = affordable;
      List<Order> due =
          most <= 0
              ? List.of()
              : rows.read(handle -> rows.orders().waiting(handle, customer, lastLook, most));
      for (Order order : due) makeDue(order, now);
      affordable -= due.size();
    }
  }

  private static int affordable(FreightClient client) {
    BigDecimal balance = client.getBalance().balanceUsd();
    BigDecimal price = client.price(Operation.CREATE_LOAD);
    if (balance == null || price.signum() == 0) return MAX_DUE_AT_ONCE;
    BigDecimal loads = balance.divide(price, 0, RoundingMode.DOWN);
    return loads.min(BigDecimal.valueOf(MAX_DUE_AT_ONCE)).intValue();
  }

  private void makeDue(Order order, Instant now) {
    String alarm = order.alarm;
    order.makeDue(now);
    boolean unused =
        rows.inTransaction(handle -> rows.storeDue(handle, order, alarm, order.attempts, now));
  }
}
