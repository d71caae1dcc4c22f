package io.freightsdk.examples.orderservice.order;

import io.freightsdk.examples.orderservice.problem.Mistake;
import io.freightsdk.examples.orderservice.problem.WrongFieldsException;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderState;
import io.freightsdk.jobs.Withdrawal;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.databind.json.JsonMapper;

/** The table of orders. */
@Component
public class Orders {
  private static final int MAX_PAGE = 200;

  private final JdbcClient database;
  private final FreightJobs jobs;
  private final JsonMapper json;

  Orders(JdbcClient database, FreightJobs jobs, JsonMapper json) {
    this.database = database;
    this.jobs = jobs;
    this.json = json;
  }

  /**
   * Stores an order and has its load booked after the commit: both or neither. Put again while it
   * waits, it has the new content. For a controller: 409 for other content that comes too late.
   *
   * @return whether the order is new
   */
  @Transactional
  boolean put(NewOrder order) {
    String reference = order.reference();
    String fingerprint = order.fingerprint(json);
    // The jobs forget an order whose load is over.
    boolean hasLoad = find(reference).filter(row -> row.loadNumber() != null).isPresent();
    BookResult.Result result =
        hasLoad
            ? BookResult.Result.HAS_LOAD
            : jobs.book(reference, order.load(), order.customer()).result();
    return switch (result) {
      case STORED, REPLACED -> {
        store(order, fingerprint);
        yield result == BookResult.Result.STORED;
      }
      case MAY_HAVE_LOAD, HAS_LOAD -> {
        boolean isSame =
            find(reference).filter(row -> row.fingerprint().equals(fingerprint)).isPresent();
        if (!isSame) throw get(order.customer(), order.number()).tooLate();
        yield false;
      }
    };
  }

  private void store(NewOrder order, String fingerprint) {
    database
        .sql(
            "INSERT INTO orders (reference, customer, number, fingerprint) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (reference) DO UPDATE SET fingerprint = excluded.fingerprint")
        .params(order.reference(), order.customer(), order.number(), fingerprint)
        .update();
  }

  /** Takes an order back, and says whether that was in time: nothing of it is sent any more. */
  @Transactional
  boolean withdraw(String customer, String number) {
    String reference = get(customer, number).reference();
    if (jobs.withdraw(reference).result() != Withdrawal.Result.WITHDRAWN) return false;
    database.sql("DELETE FROM orders WHERE reference = ?").param(reference).update();
    return true;
  }

  /** For a controller: 404 when there is no such order. */
  public Order get(String customer, String number) {
    String reference = Order.reference(customer, number);
    Row row =
        find(reference)
            .orElseThrow(
                () ->
                    new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "There is no order " + reference));
    Optional<OrderState> waiting = row.status() == null ? jobs.find(reference) : Optional.empty();
    String state = state(row.status(), waiting);
    List<Mistake> errors =
        waiting.stream().flatMap(order -> order.problems().stream()).map(Mistake::of).toList();
    return new Order(
        reference,
        state,
        Order.explanation(state, errors),
        errors,
        row.loadNumber(),
        row.trackingLink(),
        history(reference));
  }

  private record Row(
      @Nullable String status,
      @Nullable String loadNumber,
      @Nullable String trackingLink,
      String fingerprint) {}

  private Optional<Row> find(String reference) {
    return database
        .sql(
            "SELECT status, load_number, tracking_link, fingerprint FROM orders"
                + " WHERE reference = ?")
        .param(reference)
        .query(Row.class)
        .optional();
  }

  /** The jobs know an order until its load is over. */
  private static String state(@Nullable String statusOfLoad, Optional<OrderState> waiting) {
    if (statusOfLoad != null) return statusOfLoad;
    return waiting.map(order -> order.state().name()).orElse("WITHDRAWN");
  }

  private List<Order.Change> history(String reference) {
    return database
        .sql(
            "SELECT status, happened_at FROM order_status WHERE reference = ?"
                + " ORDER BY happened_at NULLS LAST")
        .param(reference)
        .query(
            (row, index) -> {
              Timestamp at = row.getTimestamp("happened_at");
              return new Order.Change(row.getString("status"), at == null ? null : at.toInstant());
            })
        .list();
  }

  /** For a controller: 400 for a limit that is too small or too large. */
  OrderPage list(String customer, String after, int limit) {
    Order.requireName("customer", customer);
    if (!after.isEmpty()) Order.requireName("after", after);
    if (limit < 1 || limit > MAX_PAGE) {
      throw new WrongFieldsException("limit", "must be 1 to " + MAX_PAGE);
    }
    // One more, to know whether there is a next page.
    List<Listed> rows =
        database
            .sql(
                "SELECT number, status, load_number FROM orders"
                    + " WHERE customer = ? AND number > ? ORDER BY number LIMIT ?")
            .params(customer, after, limit + 1)
            .query(Listed.class)
            .list();
    List<OrderPage.Line> page = rows.stream().limit(limit).map(row -> line(customer, row)).toList();
    return new OrderPage(page, rows.size() > limit ? page.get(limit - 1).number() : null);
  }

  private record Listed(String number, @Nullable String status, @Nullable String loadNumber) {}

  private OrderPage.Line line(String customer, Listed row) {
    String reference = Order.reference(customer, row.number());
    Optional<OrderState> waiting = row.status() == null ? jobs.find(reference) : Optional.empty();
    return new OrderPage.Line(row.number(), state(row.status(), waiting), row.loadNumber());
  }
}
