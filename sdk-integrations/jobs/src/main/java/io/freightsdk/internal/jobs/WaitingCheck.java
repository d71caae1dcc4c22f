package io.freightsdk.internal.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.jobs.WaitingOrders;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

  /** When the next look is due, and when the last one was by elapsed time. */
  private Instant next = Instant.MIN;

  private long lookedAt;

  /** What the log has said, and what the listener has taken. */
  private final Set<WaitReason> logged = EnumSet.noneOf(WaitReason.class);

  private final Map<WaitReason, WaitingOrders> told = new EnumMap<>(WaitReason.class);

  WaitingCheck(JobRows rows, JobsContext jobs) {
    this.rows = rows;
    this.jobs = jobs;
  }

  /** By the clock, which a test moves, or by elapsed time, if that stands still. */
  void runIfDue() {
    Duration look = jobs.intervals().look();
    Instant now = jobs.now();
    long nanos = TimeSource.MACHINE.nanos();
    boolean isDue = !now.isBefore(next) || nanos - lookedAt >= look.toNanos();
    if (!isDue) return;
    next = now.plus(look);
    lookedAt = nanos;
    makeDue();
    tell(rows.read(handle -> rows.orders().waitingFor(handle)));
  }

  // --- what the listener is told ---

  private void tell(List<WaitingOrders> now) {
    Map<WaitReason, WaitingOrders> ended = new EnumMap<>(told);
    for (WaitingOrders waiting : now) {
      if (ended.remove(waiting.waitingFor()) == null) begin(waiting);
    }
    ended.values().forEach(this::end);
  }

  private void begin(WaitingOrders waiting) {
    WaitReason reason = waiting.waitingFor();
    if (logged.add(reason)) {
      JobsLog.warn(
          () ->
              String.format(
                  Locale.ROOT,
                  "orders that wait for %s: %d, the first since %s",
                  reason,
                  waiting.orders(),
                  waiting.oldest()));
    }
    if (isTold("onWaitingStarted", listener -> listener.onWaitingStarted(waiting)))
      told.put(reason, waiting);
  }

  private void end(WaitingOrders before) {
    WaitReason reason = before.waitingFor();
    if (logged.remove(reason)) JobsLog.info(() -> "no order waits for " + reason + " any more");
    WaitingOrders none = new WaitingOrders(reason, 0, before.oldest());
    if (isTold("onWaitingEnded", listener -> listener.onWaitingEnded(none))) told.remove(reason);
  }

  /** If not, it is told at the next look. */
  private boolean isTold(String method, ListenerCalls.Call call) {
    try {
      jobs.listener().tell("orders wait", method, call);
      return true;
    } catch (ListenerCalls.NotTold isLogged) {
      return false;
    }
  }

  // --- what is due again ---

  private void makeDue() {
    Map<FreightClient, List<@Nullable String>> customers = new LinkedHashMap<>();
    for (String customer : rows.read(handle -> rows.orders().customersWaiting(handle))) {
      try {
        customers.computeIfAbsent(jobs.client(customer), client -> new ArrayList<>()).add(customer);
      } catch (Failures.NoClient goesOnWaiting) {
        JobsLog.debug(() -> "orders wait: " + goesOnWaiting.getMessage());
      }
    }
    customers.forEach(this::makeDue);
  }

  /** As many as the balance pays for, the oldest first. */
  private void makeDue(FreightClient client, List<@Nullable String> customers) {
    int affordable;
    try {
      affordable = affordable(client);
    } catch (RuntimeException isStillAway) {
      JobsLog.debug(() -> "the balance cannot be read: " + isStillAway);
      return;
    }
    Instant now = jobs.now();
    Instant lastLook = now.minus(jobs.intervals().look().dividedBy(2));
    List<Order> waiting = new ArrayList<>();
    for (String customer : customers) {
      waiting.addAll(
          rows.read(handle -> rows.orders().waiting(handle, customer, lastLook, affordable)));
    }
    waiting.stream()
        .sorted(Comparator.comparing(order -> order.storedAt))
        .limit(affordable)
        .forEach(order -> rows.makeDue(order, now));
  }

  private static int affordable(FreightClient client) {
    BigDecimal balance = client.getBalance().balanceUsd();
    BigDecimal price = client.price(Operation.CREATE_LOAD);
    if (balance == null || price.signum() == 0) return MAX_DUE_AT_ONCE;
    BigDecimal loads = balance.divide(price, 0, RoundingMode.DOWN);
    return loads.min(BigDecimal.valueOf(MAX_DUE_AT_ONCE)).intValue();
  }
}
