package io.freightsdk.examples.dispatch.delivery;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.dispatch.orders.Order;
import io.freightsdk.examples.dispatch.orders.Orders;
import io.freightsdk.model.LoadStatus;
import java.time.Instant;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes the proof that a truck was unloaded. */
@RestController
class DeliveryController {
  private final FreightClient freight;
  private final Orders orders;

  DeliveryController(FreightClient freight, Orders orders) {
    this.freight = freight;
    this.orders = orders;
  }

  /** When the signed bill of lading was received. */
  record Proof(Instant bolReceivedAt) {}

  /** Free, and the same as once when it is put twice; 409 before the truck has arrived. */
  @PutMapping("/orders/{orderId}/proof-of-delivery")
  Order confirm(@PathVariable("orderId") String orderId, @RequestBody Proof proof) {
    Order order = orders.get(orderId);
    freight.confirmDelivery(Orders.loadOf(order), proof.bolReceivedAt());
    orders.moved(orderId, LoadStatus.DELIVERED);
    return orders.get(orderId);
  }
}
