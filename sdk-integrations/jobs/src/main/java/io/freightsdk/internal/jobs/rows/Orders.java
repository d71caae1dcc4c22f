package io.freightsdk.internal.jobs.rows;

import io.freightsdk.internal.jobs.rows.LoadRows.Row;
import io.freightsdk.internal.jobs.rows.SummaryRows.Cursor;
import io.freightsdk.internal.jobs.rows.SummaryRows.Filter;
import io.freightsdk.internal.jobs.rows.SummaryRows.Listed;
import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.OrderPage;
import io.freightsdk.jobs.WithdrawResult;
import io.freightsdk.model.CreateLoadInput;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The changes that the application makes to orders and loads, each within one transaction. */
public record Orders(JobRows rows, Clock clock) {
  private static final int PAGE = 100;

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
    String taskId = order.taskId;
    int attempts = order.attempts;
    order.replace(customer, input, now);
    if (!rows.storeDue(handle, order, taskId, attempts, now)) return null;
    return new BookResult(
        isWithdrawn ? BookResult.Result.STORED : BookResult.Result.REPLACED, null);
  }

  /**
   * Locks only an order that it changes. For an unknown order, a lock on MySQL would block inserts.
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
    String taskId = order.taskId;
    order.withdraw(clock.instant());
    return rows.orders().update(handle, order, taskId, order.attempts)
        ? new WithdrawResult(WithdrawResult.Result.WITHDRAWN, null, order.mayHaveLoad)
        : null;
  }

  /** False if it has not stopped. Throws if the service has rejected fields of it. */
  public boolean retry(Handle handle, String reference) {
    Order order = rows.orders().find(handle, reference).orElse(null);
    if (order == null || order.state != State.STOPPED) return false;
    if (!order.problems.isEmpty()) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "freight jobs: the service refuses the content of %s (%s); book it again with other"
                  + " content",
              reference,
              order.problems.stream()
                  .map(problem -> problem.field() + ": " + problem.problem())
                  .collect(Collectors.joining(", "))));
    }
    return retry(handle, order);
  }

  private boolean retry(Handle handle, Order order) {
    Instant now = clock.instant();
    String taskId = order.taskId;
    int attempts = order.attempts;
    order.restart(now);
    return rows.storeDue(handle, order, taskId, attempts, now);
  }

  /** Retries the orders without rejected fields. Returns their number. */
  public int retryStopped(Handle handle) {
    return (int)
        rows.orders().stopped(handle, Integer.MAX_VALUE).stream()
            .filter(order -> order.problems.isEmpty())
            .filter(order -> retry(handle, order))
            .count();
  }

  /**
   * A page of the list.
   *
   * @param cursor the time and the reference of the last row of the page before; null for none
   */
  public OrderPage page(Handle handle, Filter filter, @Nullable String cursor) {
    Cursor after = cursor == null ? null : cursor(cursor);
    List<Listed> found = summaries().page(handle, filter, after, PAGE + 1);
    boolean isLast = found.size() <= PAGE;
    List<Listed> page = isLast ? found : found.subList(0, PAGE);
    Listed last = isLast ? null : page.get(PAGE - 1);
    return new OrderPage(
        page.stream().map(Listed::order).toList(),
        last == null ? null : last.at() + " " + last.order().reference());
  }

  private SummaryRows summaries() {
    return new SummaryRows(rows.database(), rows.name(), rows.tasks());
  }

  private static Cursor cursor(String text) {
    String[] parts = text.split(" ", 2);
    try {
      if (parts.length == 2) return new Cursor(Instant.parse(parts[0]), parts[1]);
    } catch (DateTimeException e) {
      // Not a cursor of a page.
    }
    throw new IllegalArgumentException(
        "orders: the cursor is not from an OrderPage; pass OrderPage.nextCursor(), or null");
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
          String.format(
              Locale.ROOT,
              "follow: the order %s may still get its own load; withdraw it, then follow the other"
                  + " load",
              reference));
    }
    Instant now = clock.instant();
    FollowedLoad load = FollowedLoad.readNow(loadNumber, reference, customer, now);
    return rows.follow(handle, load, account, now);
  }

  /**
   * Ends following, or prevents it before the listener has accepted the load. Returns false if the
   * load is not followed, or has ended.
   */
  public boolean unfollow(Handle handle, String reference) {
    Instant now = clock.instant();
    if (rows.loads().endFollowing(handle, reference, now)) return true;
    Order order = rows.orders().find(handle, reference).orElse(null);
    if (order == null || order.state == State.WITHDRAWN) return false;
    BookedLoad load = order.load;
    if (load == null) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT, "unfollow: the order %s has no load yet; withdraw it", reference));
    }
    // The listener has not accepted the load yet. A row with an end prevents that it is followed.
    FollowedLoad unread = FollowedLoad.readNow(load.loadNumber(), reference, order.customer, now);
    rows.loads().insert(handle, Row.of(unread, String.valueOf(order.account)), now);
    return rows.loads().endFollowing(handle, reference, now);
  }
}
