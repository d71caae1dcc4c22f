package io.freightsdk.examples.dispatch;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Books a load for an order, tells where it is, and never pays twice for either. */
@SpringBootApplication
@EnableScheduling
@RestController
public class DispatchService {
  private static final Logger LOG = LoggerFactory.getLogger(DispatchService.class);

  /** Callers within five minutes share one paid read. */
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

  private final FreightClient freight;
  private final JdbcClient database;

  DispatchService(FreightClient freight, JdbcClient database) {
    this.freight = freight;
    this.database = database;
  }

  public static void main(String[] args) {
    SpringApplication.run(DispatchService.class, args);
  }

  /** An order and the load that was booked for it. */
  record Order(String orderId, String loadNumber, @Nullable String trackingLink, String status) {}

  /**
   * A repeat, also after a crash, returns the same load: idempotency key and reference both come
   * from the order.
   */
  @PutMapping("/orders/{orderId}")
  Order book(@PathVariable("orderId") String orderId, @RequestBody CreateLoadInput wish) {
    List<Order> booked = find(orderId);
    if (!booked.isEmpty()) return booked.get(0);

    CreateLoadInput input = wish.toBuilder().customerRef(orderId).build();
    String key = IdempotencyKeys.derivedFrom("dispatch", input);
    CreateLoadOutcome load =
        freight.createLoad(input, CallOptions.builder().idempotencyKey(key).build());
    try {
      database
          .sql("INSERT INTO dispatch_order VALUES (?, ?, ?, 'BOOKED')")
          .params(orderId, load.loadNumber(), load.trackingLink())
          .update();
    } catch (DuplicateKeyException stored) {
      // A request at the same time has stored the order; the service gave both the same load.
    }
    return find(orderId).get(0);
  }

  @GetMapping("/orders/{orderId}")
  Order order(@PathVariable("orderId") String orderId) {
    return find(orderId).stream()
        .findFirst()
        .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }

  @GetMapping("/orders/{orderId}/position")
  LoadPosition position(@PathVariable("orderId") String orderId) {
    return freight.getLoadPosition(order(orderId).loadNumber(), SHARED);
  }

  /** Keeps the status of open orders current, within the day's limit. */
  @Scheduled(fixedDelayString = "${dispatch.follow-every}", initialDelayString = "PT1M")
  void follow() {
    for (String load :
        database
            .sql("SELECT load_number FROM dispatch_order WHERE status NOT IN (?, ?)")
            .params(LoadStatus.DELIVERED.value(), LoadStatus.CANCELLED.value())
            .query(String.class)
            .list()) {
      try {
        database
            .sql("UPDATE dispatch_order SET status = ? WHERE load_number = ?")
            .params(freight.getLoadPosition(load, SHARED).status().value(), load)
            .update();
      } catch (FreightException failed) {
        LOG.warn("load {}: {}", load, failed.getMessage());
        if (failed instanceof SpendLimitExceededException) return; // The others follow later.
      }
    }
  }

  private List<Order> find(String orderId) {
    return database
        .sql("SELECT * FROM dispatch_order WHERE order_id = ?")
        .param(orderId)
        .query(Order.class)
        .list();
  }
}
