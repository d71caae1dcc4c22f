package io.freightsdk.examples.dispatch;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.outbox.Booking;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.spring.boot.FreightScopes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Books a load for an order, tells where it is, and never pays twice for either. */
@SpringBootApplication
@EnableScheduling
@RestController
public class DispatchService {
  /** Callers within five minutes share one paid read. */
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

  private static final RowMapper<Order> ORDERS = new DataClassRowMapper<>(Order.class);

  private final FreightClient freight;
  private final FreightScopes scopes;
  private final Outbox outbox;
  private final JdbcTemplate database;
  private final TransactionTemplate transactions;

  DispatchService(
      FreightClient freight,
      FreightScopes scopes,
      Outbox outbox,
      JdbcTemplate database,
      TransactionTemplate transactions) {
    this.freight = freight;
    this.scopes = scopes;
    this.outbox = outbox;
    this.database = database;
    this.transactions = transactions;
  }

  public static void main(String[] args) {
    SpringApplication.run(DispatchService.class, args);
  }

  /** As it is stored; the load is in the outbox. */
  record Order(String orderId, String customer, String status) {}

  /** What the customer sees; no load until there is one. */
  record Booked(
      String orderId, String status, @Nullable String loadNumber, @Nullable String trackingLink) {}

  /** Stores the order with its load, and tries to create that at once. */
  @PutMapping("/orders/{orderId}")
  Booked book(
      @PathVariable("orderId") String orderId,
      @RequestParam("customer") String customer,
      @RequestBody CreateLoadInput wish) {
    try {
      transactions.executeWithoutResult(
          transaction -> {
            database.update(
                "INSERT INTO dispatch_order VALUES (?, ?, 'BOOKED')", orderId, customer);
            outbox.book(orderId, wish, customer);
          });
    } catch (DuplicateKeyException stored) {
      // The order was made before.
    }
    outbox.send(orderId);
    return order(orderId);
  }

  @GetMapping("/orders/{orderId}")
  Booked order(@PathVariable("orderId") String orderId) {
    Booking load = outbox.find(orderId);
    if (load == null) throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    String status = load.isBooked() ? stored(orderId).status() : load.state().name();
    return new Booked(orderId, status, load.loadNumber(), load.trackingLink());
  }

  @GetMapping("/orders/{orderId}/position")
  LoadPosition position(@PathVariable("orderId") String orderId) {
    String load = order(orderId).loadNumber();
    if (load == null) throw new ResponseStatusException(HttpStatus.CONFLICT);
    return freight.getLoadPosition(load, paidBy(stored(orderId).customer()));
  }

  /** Keeps the status of open orders current, within the limits. */
  @Scheduled(fixedDelayString = "${dispatch.follow-every}", initialDelayString = "PT1M")
  void follow() {
    String open = "SELECT * FROM dispatch_order WHERE status NOT IN ('DELIVERED', 'CANCELLED')";
    for (Order order : database.query(open, ORDERS)) {
      String load = order(order.orderId()).loadNumber();
      if (load == null) continue;
      try {
        LoadStatus status = freight.getLoadPosition(load, paidBy(order.customer())).status();
        String moved = "UPDATE dispatch_order SET status = ? WHERE order_id = ?";
        database.update(moved, status.value(), order.orderId());
      } catch (FreightException later) {
        // The starter has logged it.
      }
    }
  }

  private CallOptions paidBy(String customer) {
    return SHARED.toBuilder().scope(scopes.of(customer)).build();
  }

  private Order stored(String orderId) {
    String one = "SELECT * FROM dispatch_order WHERE order_id = ?";
    return database.query(one, ORDERS, orderId).get(0);
  }
}
