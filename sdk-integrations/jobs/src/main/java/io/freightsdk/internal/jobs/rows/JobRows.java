package io.freightsdk.internal.jobs.rows;

import io.freightsdk.internal.jobs.rows.LoadRows.Row;
import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.internal.sql.Database;
import java.time.Instant;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Changes a row of an order or load together with its task in one transaction.
 *
 * @param name the name of the jobs
 */
public record JobRows(
    String name,
    Database database,
    OrderRows orders,
    LoadRows loads,
    TaskRows tasks,
    SummaryRows summaries) {
  /** Connects to the database. */
  public static JobRows of(String name, Database database) {
    TaskRows tasks = new TaskRows(database, name);
    return new JobRows(
        name,
        database,
        new OrderRows(database, name),
        new LoadRows(database, name),
        tasks,
        new SummaryRows(name, tasks));
  }

  public <T extends @Nullable Object> T inTransaction(Function<Handle, T> work) {
    return database.inTransaction(work);
  }

  /** Each statement is its own transaction. The work is repeated after a conflict. */
  public <T extends @Nullable Object> T withoutTransaction(Function<Handle, T> work) {
    return database.withoutTransaction(work);
  }

  /** Stores an order that has just become due, unless its row has changed since it was read. */
  boolean storeDue(Handle handle, Order order, Order.Version seen) {
    if (!orders.update(handle, order, seen)) return false;
    tasks.schedule(handle, tasks.order, order.taskId, order.reference, order.changedAt);
    return true;
  }

  /** Starts to follow the load of an order; false if its reference is or was followed. */
  public boolean followIfNew(Handle handle, FollowedLoad load, String account, Instant now) {
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
    if (followIfNew(handle, load, account, now)) return true;
    Row seen = loads.find(handle, load.reference()).orElse(null);
    if (seen == null || seen.endedAt() == null) return false;
    boolean isAnother = !seen.load().loadNumber().equals(load.loadNumber());
    if (seen.load().isFinished() && !isAnother) return false;
    FollowedLoad again = isAnother ? load : seen.load().resume(now);
    return wake(handle, seen, seen.with(again, account), now);
  }

  /** Gives a load a new task that runs now. */
  private boolean wake(Handle handle, Row seen, Row row, Instant now) {
    Row woken = row.withNewTask();
    if (!loads.update(handle, seen, woken, now)) return false;
    tasks.schedule(handle, tasks.load, woken.taskId(), woken.load().reference(), now);
    return true;
  }

  /**
   * Starts to use a budget when an instance starts; null for none. If it has changed, loads take a
   * new place.
   */
  public void useBudget(@Nullable ReadPace pace, Instant now) {
    if (!ReadPace.hasChanged(database, name, pace)) return;
    inTransaction(
        handle -> {
          ReadPace.replace(handle, name, pace, now);
          for (Row row : loads.placed(handle)) wake(handle, row, row, now);
          return true;
        });
  }

  /** Gives each order or load whose task is missing a new task. */
  public void restoreTasks(Instant now) {
    for (Row row :
        withoutTransaction(handle -> loads.withoutTask(handle, tasks.load.getTaskName()))) {
      inTransaction(handle -> wake(handle, row, row, now));
    }
    for (Order order :
        withoutTransaction(handle -> orders.withoutTask(handle, tasks.order.getTaskName()))) {
      makeOrderDue(order, now);
    }
  }

  /** Deletes orders and loads that ended before this time. Returns their number. */
  public int purge(Handle handle, Instant before) {
    return loads.purge(handle, before) + orders.purge(handle, before);
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
    Order.Version seen = order.version();
    order.makeDue(now);
    inTransaction(handle -> storeDue(handle, order, seen));
  }
}
