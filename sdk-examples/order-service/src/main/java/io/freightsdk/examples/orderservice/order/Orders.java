package io.freightsdk.examples.orderservice.order;

import io.freightsdk.examples.orderservice.problem.Mistake;
import io.freightsdk.examples.orderservice.problem.WrongFieldsException;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderPage;
import io.freightsdk.jobs.OrderState;
import io.freightsdk.jobs.Withdrawal;
import io.freightsdk.model.LoadStatus;
import java.sql.Timestamp;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/** The orders, which are rows of the jobs, as customers see them. */
@Component
public class Orders {
  private final JdbcClient database;
  private final FreightJobs jobs;

  Orders(JdbcClient database, FreightJobs jobs) {
    this.database = database;
    this.jobs = jobs;
  }

  /**
   * Stores an order, of which the load is created after the commit; what you store of it yourself
   * belongs into the same transaction. Put again while it waits, it has the new content. For a
   * controller: 409 for other content that comes too late.
   *
   * @return whether the order is new
   */
  @Transactional
  boolean put(NewOrder order) {
    BookResult.Result result =
        jobs.book(order.reference(), order.load(), order.customer()).result();
    return switch (result) {
      case STORED -> true;
      case REPLACED -> false;
      case MAY_HAVE_LOAD, HAS_LOAD -> {
        OrderState stored = find(order.reference());
        if (!stored.input().equals(order.load())) throw order(stored).tooLate();
        yield false;
      }
    };
  }

  /**
   * Takes an order back: nothing of it is sent any more. For a controller: 409 if that is too late.
   */
  void withdraw(String customer, String number) {
    OrderState stored = find(Order.reference(customer, number));
    boolean isWithdrawn = jobs.withdraw(stored.reference()).result() == Withdrawal.Result.WITHDRAWN;
    if (!isWithdrawn) throw get(customer, number).tooLate();
  }

  /** For a controller: 404 when there is no such order. */
  public Order get(String customer, String number) {
    return order(find(Order.reference(customer, number)));
  }

  private OrderState find(String reference) {
    return jobs.find(reference)
        .orElseThrow(
            () ->
                new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "There is no order " + reference));
  }

  private Order order(OrderState stored) {
    String state = state(stored);
    List<Mistake> errors = stored.problems().stream().map(Mistake::of).toList();
    return new Order(
        stored.reference(),
        state,
        Order.explanation(state, errors, stored.mayHaveLoad()),
        errors,
        stored.loadNumber(),
        trackingLink(stored.reference()),
        history(stored.reference()));
  }

  /** Of an order that has its load, the status that was read last. */
  private String state(OrderState stored) {
    if (stored.state() != OrderState.State.BOOKED) return stored.state().name();
    return jobs.position(stored.reference())
        .map(read -> read.position().status())
        .orElse(LoadStatus.PLANNED)
        .value();
  }

  private @Nullable String trackingLink(String reference) {
    return database
        .sql("SELECT tracking_link FROM freight_orders WHERE reference = ?")
        .param(reference)
        .query(String.class)
        .optional()
        .orElse(null);
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

  /** For a controller: 400 for a cursor that is not that of a page. */
  OrderList list(String customer, @Nullable String after) {
    Order.requireName("customer", customer);
    OrderPage page;
    try {
      page = jobs.orders(customer, after);
    } catch (IllegalArgumentException e) {
      throw new WrongFieldsException("after", "must be the next of another page");
    }
    return new OrderList(page.orders().stream().map(this::line).toList(), page.next());
  }

  private OrderList.Line line(OrderState stored) {
    String number = stored.reference().substring(stored.reference().indexOf('/') + 1);
    return new OrderList.Line(number, state(stored), stored.loadNumber());
  }
}
