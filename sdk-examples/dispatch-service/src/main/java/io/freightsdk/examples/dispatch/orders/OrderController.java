package io.freightsdk.examples.dispatch.orders;

import io.freightsdk.jobs.BookResult;
import io.freightsdk.model.CreateLoadInput;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Takes orders, corrects them and takes them back, and says how they stand. */
@RestController
class OrderController {
  private final Orders orders;
  private final LoadBookings bookings;

  OrderController(Orders orders, LoadBookings bookings) {
    this.orders = orders;
    this.bookings = bookings;
  }

  /** However often it is put it is one load. While it waits its content may be put anew. */
  @PutMapping("/orders/{orderId}")
  @ResponseStatus(HttpStatus.ACCEPTED)
  Order put(
      @PathVariable("orderId") String orderId,
      @RequestParam("customer") String customer,
      @RequestBody CreateLoadInput input) {
    if (bookings.book(orderId, customer, input) == BookResult.SENDING) {
      throw new ResponseStatusException(HttpStatus.CONFLICT, "It is being sent already.");
    }
    return get(orderId);
  }

  /** Without a load, how far it is; then what happens to its load. */
  @GetMapping("/orders/{orderId}")
  Order get(@PathVariable("orderId") String orderId) {
    Order order = orders.get(orderId);
    if (order.loadNumber() != null) return order;
    return bookings.state(orderId).map(now -> order.withStatus(now.state().name())).orElse(order);
  }

  @DeleteMapping("/orders/{orderId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void withdraw(@PathVariable("orderId") String orderId) {
    switch (bookings.withdraw(orderId).result()) {
      case WITHDRAWN -> {}
      case NOT_FOUND -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
      case BOOKED, MAYBE_BOOKED ->
          throw new ResponseStatusException(HttpStatus.CONFLICT, "It may have its load already.");
    }
  }
}
