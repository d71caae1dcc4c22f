package io.freightsdk.internal.jobs.tasks;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.jobs.rows.JobRows;
import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.internal.jobs.rules.WaitReasons;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.jobs.WaitingWork;
import io.freightsdk.model.Operation;
import java.lang.System.Logger.Level;
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
 * Checks each minute the reasons for which orders and loads wait, and notifies the listener of this
 * instance when a reason starts or ends. When a balance or a key is available again, its orders and
 * loads become due. For this, it reads the balance of each client once, free of charge.
 */
public final class WaitingCheck {
  private static final int MAX_DUE_AT_ONCE = 1_000;

  private final JobRows rows;
  private final JobsContext context;

  /** When the next check is due by the clock. */
  private Instant next = Instant.MIN;

  /** Elapsed time at the last check. */
  private long checkedAtNanos;

  /** The reasons that were logged. */
  private final Set<WaitReason> logged = EnumSet.noneOf(WaitReason.class);

  /** Reasons that the listener has accepted, with the time of the oldest order or load. */
  private final Map<WaitReason, Instant> reported = new EnumMap<>(WaitReason.class);

  public WaitingCheck(JobRows rows, JobsContext context) {
    this.rows = rows;
    this.context = context;
  }

  /** Runs by the clock, which a test can move. If the clock stands still, runs by elapsed time. */
  public void runIfDue() {
    Duration interval = context.intervals().waitingCheck();
    Instant now = context.now();
    long nanos = TimeSource.MACHINE.nanos();
    boolean isDue = !now.isBefore(next) || nanos - checkedAtNanos >= interval.toNanos();
    if (!isDue) return;
    next = now.plus(interval);
    checkedAtNanos = nanos;
    makeDue();
    report(rows.withoutTransaction(rows.summaries()::waitingWork));
  }

  // --- reports ---

  private void report(List<WaitingWork> now) {
    Map<WaitReason, Instant> ended = new EnumMap<>(reported);
    for (WaitingWork waiting : now) {
      if (ended.remove(waiting.waitingFor()) == null) reportStart(waiting);
    }
    ended.forEach(this::reportEnd);
  }

  private void reportStart(WaitingWork waiting) {
    WaitReason reason = waiting.waitingFor();
    if (logged.add(reason)) {
      JobsContext.LOG.log(
          Level.WARNING,
          () ->
              String.format(
                  Locale.ROOT,
                  "%d orders and %d loads wait for %s, the first since %s; %s",
                  waiting.orders(),
                  waiting.loads(),
                  reason,
                  waiting.oldest(),
                  nextStep(reason)));
    }
    if (isAccepted("onWaitingStarted", listener -> listener.onWaitingStarted(waiting)))
      reported.put(reason, waiting.oldest());
  }

  private static String nextStep(WaitReason reason) {
    return switch (reason) {
      case BALANCE -> "top up the balance";
      case LIMIT -> "raise the limit or maxPrice, or wait";
      case OUTAGE -> "they are retried automatically";
      case KEY -> "set the broker's agent key";
    };
  }

  private void reportEnd(WaitReason reason, Instant since) {
    long stopped =
        rows.withoutTransaction(handle -> rows.orders().countStoppedSince(handle, since));
    if (logged.remove(reason)) {
      String andStopped = stopped == 0 ? "" : "; orders that have stopped since: " + stopped;
      JobsContext.LOG.log(
          Level.INFO, () -> "no order or load waits for " + reason + " any more" + andStopped);
    }
    if (isAccepted("onWaitingEnded", listener -> listener.onWaitingEnded(reason, stopped)))
      reported.remove(reason);
  }

  /** Whether the listener has accepted the report. If not, the next check reports it again. */
  private boolean isAccepted(String method, ListenerCalls.Call call) {
    try {
      context.listener().invoke("waiting orders and loads", method, call);
      return true;
    } catch (ListenerCalls.NotAccepted isLogged) {
      return false;
    }
  }

  // --- due orders and loads ---

  private void makeDue() {
    Map<FreightClient, List<@Nullable String>> customers = new LinkedHashMap<>();
    for (String customer :
        rows.withoutTransaction(rows.summaries()::customersWaitingForBalanceOrKey)) {
      try {
        customers
            .computeIfAbsent(context.client(customer), client -> new ArrayList<>())
            .add(customer);
      } catch (WaitReasons.NoClient stillWaits) {
        JobsContext.LOG.log(Level.DEBUG, () -> "orders wait: " + stillWaits.getMessage());
      }
    }
    customers.forEach(this::makeDue);
  }

  /** Makes orders and loads due that the balance pays for: the oldest orders first, then loads. */
  private void makeDue(FreightClient client, List<@Nullable String> customers) {
    BigDecimal balance;
    BigDecimal loadPrice;
    BigDecimal readPrice;
    try {
      balance = client.getBalance().balanceUsd();
      loadPrice = client.price(Operation.CREATE_LOAD);
      readPrice = client.price(Operation.GET_LOAD_POSITION);
    } catch (RuntimeException isUnavailable) {
      JobsContext.LOG.log(Level.DEBUG, () -> "the balance cannot be read: " + isUnavailable);
      return;
    }
    Instant now = context.now();
    int sent = makeOrdersDue(customers, affordable(balance, loadPrice), now);
    BigDecimal left =
        balance == null ? null : balance.subtract(loadPrice.multiply(BigDecimal.valueOf(sent)));
    makeLoadsDue(customers, affordable(left, readPrice), now);
  }

  /** Returns their number, including orders that another instance has just made due. */
  private int makeOrdersDue(List<@Nullable String> customers, int limit, Instant now) {
    List<Order> waiting = new ArrayList<>();
    for (String customer : customers) {
      waiting.addAll(
          rows.withoutTransaction(
              handle -> rows.orders().waitingForBalanceOrKey(handle, customer, limit)));
    }
    waiting.sort(Comparator.comparing(order -> order.storedAt));
    List<Order> first = waiting.subList(0, Math.min(limit, waiting.size()));
    for (Order order : first) {
      // An order that is due already still needs its part of the balance.
      boolean isDue = order.attempts == 0;
      if (!isDue) rows.makeOrderDue(order, now);
    }
    return first.size();
  }

  private void makeLoadsDue(List<@Nullable String> customers, int limit, Instant now) {
    for (String customer : customers) {
      rows.withoutTransaction(
              handle -> rows.loads().waitingForBalanceOrKey(handle, customer, limit))
          .forEach(load -> rows.makeLoadDue(load, now));
    }
  }

  private static int affordable(@Nullable BigDecimal balance, BigDecimal price) {
    if (balance == null || price.signum() == 0) return MAX_DUE_AT_ONCE;
    BigDecimal calls = balance.divide(price, 0, RoundingMode.DOWN);
    return calls.min(BigDecimal.valueOf(MAX_DUE_AT_ONCE)).max(BigDecimal.ZERO).intValue();
  }
}
