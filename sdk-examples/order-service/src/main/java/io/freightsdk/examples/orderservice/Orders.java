package io.freightsdk.examples.orderservice;

import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.WithdrawResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.spring.boot.FreightProperties;
import java.sql.Timestamp;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/**
 * The orders, which are rows of the jobs. {@link FreightJobs} changes them; it or plain SQL reads
 * them.
 */
@Component
class Orders {
  private static final String OF_CUSTOMER =
      """
      SELECT o.reference, o.state, o.load_number, o.tracking_link, l.status
      FROM freight_orders o
      LEFT JOIN freight_loads l ON l.jobs = o.jobs AND l.reference = o.reference
      WHERE o.jobs = :jobs AND o.customer = :customer
      """;

  private static final String AFTER =
      """
      AND (o.stored_at, o.reference)
        < (SELECT stored_at, reference FROM freight_orders WHERE jobs = :jobs AND reference = :after)
      """;
  private static final String LATEST_FIRST =
      "ORDER BY o.stored_at DESC, o.reference DESC LIMIT 100";

  private final FreightJobs jobs;
  private final JdbcClient database;

  /** The name of these jobs in their tables. */
  private final String name;

  Orders(FreightJobs jobs, JdbcClient database, FreightProperties properties) {
    this.jobs = jobs;
    this.database = database;
    this.name = properties.jobs().name();
  }

  /**
   * Stores an order, or replaces its content while it waits. Its load is created after the commit.
   * Store your own rows in the same transaction.
   *
   * @param load without {@code customerRef}
   * @return whether the order is new
   * @throws ResponseStatusException 409 for other content that comes too late
   */
  @Transactional
  boolean put(String customer, String reference, CreateLoadInput load) {
    BookResult.Result result = jobs.book(reference, load, customer).result();
    return switch (result) {
      case STORED -> true;
      case REPLACED -> false;
      case MAY_HAVE_LOAD, HAS_LOAD -> {
        // A caller who did not get our response sends the same order again.
        OrderDetails stored = find(reference);
        CreateLoadInput again = load.toBuilder().customerRef(reference).build();
        if (!stored.input().equals(again)) throw tooLate(stored);
        yield false;
      }
    };
  }

  /**
   * Cancels an order, so that nothing is sent for it.
   *
   * @throws ResponseStatusException 404 if there is no such order; 409 if that is too late
   */
  void withdraw(String reference) {
    boolean isWithdrawn = jobs.withdraw(reference).result() == WithdrawResult.Result.WITHDRAWN;
    if (!isWithdrawn) throw tooLate(find(reference));
  }

  private static ResponseStatusException tooLate(OrderDetails order) {
    String why =
        order.loadNumber() == null
            ? " may have its load already; try again in a minute"
            : " has its load " + order.loadNumber() + ", order again under another number";
    return new ResponseStatusException(HttpStatus.CONFLICT, order.reference() + why);
  }

  /**
   * @throws ResponseStatusException 404 if there is no such order
   */
  OrderDetails find(String reference) {
    return jobs.find(reference)
        .orElseThrow(
            () ->
                new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "There is no order " + reference));
  }

  /**
   * @throws ResponseStatusException 404 if there is no such order
   */
  Order get(String reference) {
    OrderDetails stored = find(reference);
    // Before the position, which is stored before its events: so the truck is never older.
    List<Order.Change> history = history(reference);
    return new Order(
        reference,
        stored.state(),
        stored.problems(),
        stored.loadNumber(),
        stored.trackingLink(),
        jobs.latestPosition(reference).map(Orders::truck).orElse(null),
        history,
        stored.input());
  }

  private static Order.Truck truck(PositionSnapshot latest) {
    LoadPosition position = latest.position();
    return new Order.Truck(
        position.status(),
        position.latestFix(),
        position.nextStop(),
        position.nextStopEta(),
        latest.readAt());
  }

  private List<Order.Change> history(String reference) {
    return database
        .sql(
            "SELECT status, happened_at FROM order_status WHERE reference = ?"
                + " ORDER BY happened_at NULLS LAST, number")
        .param(reference)
        .query(
            (row, index) -> {
              Timestamp at = row.getTimestamp("happened_at");
              return new Order.Change(row.getString("status"), at == null ? null : at.toInstant());
            })
        .list();
  }

  /**
   * A hundred of a customer's orders, the latest first.
   *
   * @param after the reference after which the page begins; null for the first page
   */
  List<Order.Line> latest(String customer, @Nullable String after) {
    return database
        .sql(OF_CUSTOMER + (after == null ? "" : AFTER) + LATEST_FIRST)
        .param("jobs", name)
        .param("customer", customer)
        .param("after", after)
        .query(Order.Line.class)
        .list();
  }
}
