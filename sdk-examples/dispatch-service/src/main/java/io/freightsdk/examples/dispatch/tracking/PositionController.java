package io.freightsdk.examples.dispatch.tracking;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.examples.dispatch.orders.Order;
import io.freightsdk.examples.dispatch.orders.Orders;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.spring.boot.CustomerScopes;
import java.time.Duration;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What a customer's page asks. */
@RestController
class PositionController {
  /** Whoever asks within five minutes, of any instance, shares one paid read. */
  private static final Duration SHARED_FOR = Duration.ofMinutes(5);

  private final FreightClient freight;
  private final CustomerScopes scopes;
  private final Orders orders;
  private final LoadEvents events;

  PositionController(
      FreightClient freight, CustomerScopes scopes, Orders orders, LoadEvents events) {
    this.freight = freight;
    this.scopes = scopes;
    this.orders = orders;
    this.events = events;
  }

  @GetMapping("/orders/{orderId}/position")
  LoadPosition position(@PathVariable("orderId") String orderId) {
    Order order = orders.get(orderId);
    CallOptions paidByTheCustomer =
        CallOptions.builder().maxAge(SHARED_FOR).scope(scopes.page(order.customer())).build();
    return freight.getLoadPosition(Orders.loadOf(order), paidByTheCustomer);
  }

  /** What has happened on the road; free. */
  @GetMapping("/orders/{orderId}/events")
  List<LoadEvents.Row> events(@PathVariable("orderId") String orderId) {
    return events.of(orders.get(orderId).orderId());
  }
}
