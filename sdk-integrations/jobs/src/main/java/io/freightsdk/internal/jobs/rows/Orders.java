package io.freightsdk.internal.jobs.rows;

import io.freightsdk.internal.jobs.rows.LoadRows.Row;
import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.WithdrawResult;
import io.freightsdk.model.CreateLoadInput;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The changes that the application makes to orders and loads, each within one transaction. */
public record Orders(JobRows rows, Clock clock) {
  public BookResult book(
      Handle handle, String reference, @Nullable String customer, CreateLoadInput input) {
    Instant now = clock.instant();
    Optional<Order> seen = rows.orders().find(handle, reference);
    if (seen.isEmpty()) {
      String load = followed(handle, reference);
      if (load != null) return new BookResult(BookResult.Result.HAS_LOAD, load);
      Order added = new Order(reference, customer, input, now);
      if (rows.orders().insert(handle, added)) {
        rows.tasks().schedule(handle, rows.tasks().order, added.taskId, reference, now);
        return new BookResult(BookResult.Result.STORED, null);
      }
      seen = rows.orders().lock(handle, reference);
    }
    Order order = seen.orElseThrow();
    BookResult result = replace(handle, order, customer, input, now);
    if (result != null) return result;
    // The order has changed since it was read. From now on it is locked.
    order = rows.orders().lock(handle, reference).orElseThrow();
    result = replace(handle, order, customer, input, now);
    return result == null ? new BookResult(BookResult.Result.MAY_HAVE_LOAD, null) : result;
  }

  /** The number of the load of a reference that was followed without an order; null for none. */
  private @Nullable String followed(Handle handle, String reference) {
    return rows.loads().find(handle, reference).map(row -> row.load().loadNumber()).orElse(null);
  }

  /** Null if the order has changed since it was read. */
  private @Nullable BookResult replace(
      Handle handle, Order order, @Nullable String customer, CreateLoadInput input, Instant now) {
    BookedLoad load = order.load;
    if (load != null) return new BookResult(BookResult.Result.HAS_LOAD, load.loadNumber());
    if (!order.isChangeable()) return new BookResult(BookResult.Result.MAY_HAVE_LOAD, null);
    String elsewhere = followed(handle, order.reference);
    if (elsewhere != null) return new BookResult(BookResult.Result.HAS_LOAD, elsewhere);
    boolean isWithdrawn = order.state == State.WITHDRAWN;
    Order.Version seen = order.version();
    order.replace(customer, input, now);
    if (!rows.storeDue(handle, order, seen)) return null;
    return new BookResult(
        isWithdrawn ? BookResult.Result.STORED : BookResult.Result.REPLACED, null);
  }

  /**
   * Withdraws an order that has no load and is not being sent; its row stays, as WITHDRAWN. Locks
   * only an order that it changes. For an unknown order, a lock on MySQL would block inserts.
   */
  public WithdrawResult withdraw(Handle handle, String reference) {
    Optional<Order> seen = rows.orders().find(handle, reference);
    if (seen.isEmpty()) {
      String load = followed(handle, reference);
      return load == null
          ? new WithdrawResult(WithdrawResult.Result.NOT_FOUND, null, false)
          : new WithdrawResult(WithdrawResult.Result.HAS_LOAD, load, false);
    }
    WithdrawResult result = withdraw(handle, seen.get());
    if (result != null) return result;
    result = withdraw(handle, rows.orders().lock(handle, reference).orElseThrow());
    return result == null
        ? new WithdrawResult(WithdrawResult.Result.MAY_HAVE_LOAD, null, true)
        : result;
  }

  /** Null if the order has changed since it was read. */
  private @Nullable WithdrawResult withdraw(Handle handle, Order order) {
    BookedLoad load = order.load;
    if (load != null) {
      return new WithdrawResult(WithdrawResult.Result.HAS_LOAD, load.loadNumber(), false);
    }
    if (!order.isChangeable()) {
      return new WithdrawResult(WithdrawResult.Result.MAY_HAVE_LOAD, null, true);
    }
    Order.Version seen = order.version();
    order.withdraw(clock.instant());
    return rows.orders().update(handle, order, seen)
        ? new WithdrawResult(WithdrawResult.Result.WITHDRAWN, null, order.mayHaveLoad)
        : null;
  }

  /** False if it has not stopped. Throws if the service has rejected fields of it. */
  public boolean retry(Handle handle, String reference) {
    Order order = rows.orders().find(handle, reference).orElse(null);
    if (order == null || order.state != State.STOPPED) return false;
    if (!order.problems.isEmpty()) {
      throw new IllegalStateException(
          "freight jobs: the service refuses the content of "
              + reference
              + order.problems.stream()
                  .map(problem -> problem.field() + ": " + problem.problem())
                  .collect(Collectors.joining(", ", " (", ")"))
              + "; book it again with other content");
    }
    return retry(handle, order);
  }

  private boolean retry(Handle handle, Order order) {
    Order.Version seen = order.version();
    order.restart(clock.instant());
    return rows.storeDue(handle, order, seen);
  }

  /** Retries the orders without rejected fields. Returns their number. */
  public int retryStopped(Handle handle) {
    return (int)
        rows.orders().stopped(handle, Integer.MAX_VALUE).stream()
            .filter(order -> order.problems.isEmpty())
            .filter(order -> retry(handle, order))
            .count();
  }

  // --- loads ---

  /** Starts or resumes following a load; false if it is followed, or has ended. */
  public boolean follow(
      Handle handle,
      String reference,
      @Nullable String customer,
      String loadNumber,
      String account) {
    Order order = rows.orders().find(handle, reference).orElse(null);
    if (order != null && order.load == null && order.state != State.WITHDRAWN) {
      throw new IllegalStateException(
          "follow: the order "
              + reference
              + " may still get its own load; withdraw it, then follow the other load");
    }
    Instant now = clock.instant();
    FollowedLoad load = FollowedLoad.dueNow(loadNumber, reference, customer, now);
    return rows.follow(handle, load, account, now);
  }

  /**
   * Ends following, or prevents it before the listener has accepted the load. Returns false if the
   * load is not followed, or has ended.
   *
   * @throws IllegalStateException if the order has no load yet
   */
  public boolean unfollow(Handle handle, String reference) {
    Instant now = clock.instant();
    if (rows.loads().endFollowing(handle, reference, now)) return true;
    Order order = rows.orders().find(handle, reference).orElse(null);
    if (order == null || order.state == State.WITHDRAWN) return false;
    BookedLoad load = order.load;
    if (load == null) {
      throw new IllegalStateException(
          "unfollow: the order " + reference + " has no load yet; withdraw it");
    }
    // The listener has not accepted the load yet. A row with an end prevents that it is followed.
    FollowedLoad unread = FollowedLoad.dueNow(load.loadNumber(), reference, order.customer, now);
    rows.loads().insert(handle, Row.of(unread, String.valueOf(order.account)), now);
    return rows.loads().endFollowing(handle, reference, now);
  }
}
