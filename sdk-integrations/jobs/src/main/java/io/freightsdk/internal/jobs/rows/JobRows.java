package io.freightsdk.internal.jobs.rows;

import io.freightsdk.internal.jobs.rows.LoadRows.Row;
import io.freightsdk.internal.jobs.rows.OrderRows.Count;
import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.jobs.WaitingWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Changes a row of an order or load together with its task in one transaction, and counts across
 * the tables.
 *
 * @param name the name of the jobs
 */
public record JobRows(
    String name, Database database, OrderRows orders, LoadRows loads, TaskRows tasks) {
  /** Connects to the database. */
  public static JobRows of(String name, Database database) {
    return new JobRows(
        name,
        database,
        new OrderRows(database, name),
        new LoadRows(database, name),
        new TaskRows(database, name));
  }

  public <T extends @Nullable Object> T inTransaction(Function<Handle, T> work) {
    return database.inTransaction(work);
  }

  /** Each statement is its own transaction. The work is repeated after a conflict. */
  public <T extends @Nullable Object> T withoutTransaction(Function<Handle, T> work) {
    return database.withoutTransaction(work);
  }

  /**
   * Stores an order that is due now, unless its task or attempts have changed since it was read.
   */
  boolean storeDue(Handle handle, Order order, String seenTaskId, int seenAttempts, Instant now) {
    if (!orders.update(handle, order, seenTaskId, seenAttempts)) return false;
    tasks.schedule(handle, tasks.order, order.taskId, order.reference, now);
    return true;
  }

  /** Starts to follow the load of an order; false if its reference is or was followed. */
  public boolean followFirst(Handle handle, FollowedLoad load, String account, Instant now) {
    Row row = Row.of(load, account);
    if (!loads.insert(handle, row, now)) return false;
    Instant first = load.plan().nextReadAt();
    tasks.schedule(handle, tasks.load, row.taskId(), load.reference(), first == null ? now : first);
    return true;
  }

  /**
   * Starts or resumes following a load, or replaces the ended load of the reference by another
   * load. Returns false if the load of this reference is followed or has a final status.
   */
  boolean follow(Handle handle, FollowedLoad load, String account, Instant now) {
    if (followFirst(handle, load, account, now)) return true;
    Row seen = loads.find(handle, load.reference()).orElse(null);
    if (seen == null || seen.endedAt() == null) return false;
    boolean isAnother = !seen.load().loadNumber().equals(load.loadNumber());
    if (seen.load().isFinished() && !isAnother) return false;
    FollowedLoad again = isAnother ? load : seen.load().resume(now);
    return wake(handle, seen, seen.with(again, account), now);
  }

  /** Gives a load a new task that runs now. */
  private boolean wake(Handle handle, Row seen, Row row, Instant now) {
    Row woken = row.withTask();
    if (!loads.update(handle, seen, woken, now)) return false;
    tasks.schedule(handle, tasks.load, woken.taskId(), woken.load().reference(), now);
    return true;
  }

  /**
   * Resumes orders and loads when an instance starts. If the budget has changed, loads take a new
   * place. An order or load whose task is missing gets a new task.
   *
   * @param pace of the budget that applies from now on; null for none
   */
  public void resumeAll(@Nullable ReadPace pace, Instant now) {
    if (ReadPace.hasChanged(database, name, pace)) {
      inTransaction(handle -> changeBudget(handle, pace, now));
    }
    for (Row row :
        withoutTransaction(handle -> loads.withoutTask(handle, tasks.load.getTaskName()))) {
      wake(row, now);
    }
    for (Order order :
        withoutTransaction(handle -> orders.withoutTask(handle, tasks.order.getTaskName()))) {
      makeOrderDue(order, now);
    }
  }

  private boolean changeBudget(Handle handle, @Nullable ReadPace pace, Instant now) {
    ReadPace.replace(handle, name, pace, now);
    for (Row row : loads.placed(handle)) wake(handle, row, row, now);
    return true;
  }

  private void wake(Row row, Instant now) {
    inTransaction(handle -> wake(handle, row, row, now));
  }

  public OrderCounts counts(Handle handle) {
    Count unsent = orders.countPending(handle);
    Count unreported = orders.countUnreported(handle);
    Count events = loads.countUnreported(handle);
    Count stopped = orders.countStopped(handle);
    return new OrderCounts(
        unsent.rows(),
        unsent.oldest(),
        waitingFor(handle),
        unreported.rows(),
        unreported.oldest(),
        events.rows(),
        events.oldest(),
        stopped.rows(),
        stopped.oldest());
  }

  /** Deletes orders and loads that ended before this time. Returns their number. */
  public int purge(Handle handle, Instant before) {
    return loads.purge(handle, before) + orders.purge(handle, before);
  }

  /** Counts waiting orders and loads by reason. */
  public List<WaitingWork> waitingFor(Handle handle) {
    Map<WaitReason, Count> orderCounts = orders.waitingFor(handle);
    Map<WaitReason, Count> loadCounts = loads.waitingFor(handle);
    List<WaitingWork> all = new ArrayList<>();
    for (WaitReason reason : WaitReason.values()) {
      Count ofOrders = orderCounts.getOrDefault(reason, Count.NONE);
      Count ofLoads = loadCounts.getOrDefault(reason, Count.NONE);
      Stream.of(ofOrders, ofLoads)
          .map(Count::oldest)
          .filter(Objects::nonNull)
          .min(Comparator.naturalOrder())
          .ifPresent(
              oldest -> all.add(new WaitingWork(reason, ofOrders.rows(), ofLoads.rows(), oldest)));
    }
    return all;
  }

  /** Ends the pause of a load before its next read; a read in progress continues. */
  public void makeLoadDue(Row load, Instant now) {
    inTransaction(handle -> tasks.moveTo(handle, tasks.load, load.taskId(), now));
  }

  /**
   * Ends the pause of an order before its next attempt. The order gets a new task, because its
   * attempts start again.
   */
  public void makeOrderDue(Order order, Instant now) {
    String taskId = order.taskId;
    int attempts = order.attempts;
    order.makeDue(now);
    inTransaction(handle -> storeDue(handle, order, taskId, attempts, now));
  }
}
