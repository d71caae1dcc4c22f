package io.freightsdk.examples.dispatch.orders;

import io.freightsdk.model.CreateLoadInput;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Takes orders, and says how they stand. */
@RestController
class OrderController {
  private final Orders orders;
  private final LoadBookings bookings;

  OrderController(Orders orders, LoadBookings bookings) {
    this.orders = orders;
    this.bookings = bookings;
  }

  /** Taken once, however often it is put. Without a load yet if the service cannot be reached. */
  @PutMapping("/orders/{orderId}")
  Order put(
      @PathVariable("orderId") String orderId,
      @RequestParam("customer") String customer,
      @RequestBody CreateLoadInput wish) {
    try {
      bookings.book(orderId, customer, wish);
    } catch (IllegalArgumentException otherWish) {
      throw new ResponseStatusException(HttpStatus.CONFLICT, otherWish.getMessage(), otherWish);
    }
    bookings.send(orderId);
    return orders.get(orderId);
  }

  @GetMapping("/orders/{orderId}")
  Order get(@PathVariable("orderId") String orderId) {
    return orders.get(orderId);
  }
}
