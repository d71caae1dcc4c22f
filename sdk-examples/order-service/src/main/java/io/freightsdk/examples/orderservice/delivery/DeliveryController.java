package io.freightsdk.examples.orderservice.delivery;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.orderservice.order.Orders;
import java.time.Instant;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Takes the proof that a truck was unloaded. */
@RestController
class DeliveryController {
  private final Orders orders;
  private final FreightClient freight;

  DeliveryController(Orders orders, FreightClient freight) {
    this.orders = orders;
    this.freight = freight;
  }

  /** When the signed bill of lading was received. */
  record Proof(Instant bolReceivedAt) {
    Proof {
      Objects.requireNonNull(bolReceivedAt, "bolReceivedAt");
    }
  }

  /**
   * Free, and the same as once when it is put twice; 409 before the truck has arrived. The order is
   * DELIVERED as soon as its load was read again.
   */
  @PutMapping("/customers/{customer}/orders/{number}/proof-of-delivery")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void confirm(
      @PathVariable("customer") String customer,
      @PathVariable("number") String number,
      @RequestBody Proof proof) {
    String load = orders.get(customer, number).requireLoad();
    freight.confirmDelivery(load, proof.bolReceivedAt());
  }
}
