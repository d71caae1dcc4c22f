package io.freightsdk.examples.dispatch.orders;

import io.freightsdk.model.LoadStatus;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Repository;
import org.springframework.web.server.ResponseStatusException;

/** The table of orders. */
@Repository
public class Orders {
  private static final RowMapper<Order> ROW = new DataClassRowMapper<>(Order.class);

  private final JdbcTemplate database;

  Orders(JdbcTemplate database) {
    this.database = database;
  }

  public Optional<Order> find(String orderId) {
    return where("order_id = ?", orderId).stream().findFirst();
  }

  public Optional<Order> ofLoad(String loadNumber) {
    return where("load_number = ?", loadNumber).stream().findFirst();
  }

  /** For a controller: 404 when there is no such order. */
  public Order get(String orderId) {
    return find(orderId).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }

  /** For a controller: 409 while the order has no load. */
  public static String loadOf(Order order) {
    String load = order.loadNumber();
    if (load == null) throw new ResponseStatusException(HttpStatus.CONFLICT);
    return load;
  }

  void add(String orderId, String customer) {
    database.update(
        "INSERT INTO dispatch_order (order_id, customer, status) VALUES (?, ?, 'BOOKED')",
        orderId,
        customer);
  }

  /** Told twice is the same as once: an order gets its load once. */
  void booked(String orderId, String loadNumber, String trackingLink) {
    database.update(
        "UPDATE dispatch_order SET status = ?, load_number = ?, tracking_link = ?"
            + " WHERE order_id = ? AND load_number IS NULL",
        LoadStatus.PLANNED.value(),
        loadNumber,
        trackingLink,
        orderId);
  }

  void remove(String orderId) {
    database.update("DELETE FROM dispatch_order WHERE order_id = ?", orderId);
  }

  /** What is delivered or cancelled stays so, whatever is heard of it later. */
  public void moved(String orderId, LoadStatus to) {
    database.update(
        "UPDATE dispatch_order SET status = ?"
            + " WHERE order_id = ? AND status NOT IN ('DELIVERED', 'CANCELLED')",
        to.value(),
        orderId);
  }

  private List<Order> where(String condition, Object... values) {
    return database.query("SELECT * FROM dispatch_order WHERE " + condition, ROW, values);
  }
}
