package io.freightsdk.examples.orderservice.order;

import io.freightsdk.model.CreateLoadInput;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders, corrects them and takes them back, and says how they stand. */
@RestController
@RequestMapping("/customers/{customer}/orders/{number}")
class OrderController {
  private final Orders orders;

  OrderController(Orders orders) {
    this.orders = orders;
  }

  /** 201 for a new order, 200 for one that waited and is corrected; 409 when that is too late. */
  @PutMapping
  ResponseEntity<Order> put(
      @PathVariable("customer") String customer,
      @PathVariable("number") String number,
      @RequestBody CreateLoadInput load) {
    HttpStatus status =
        switch (orders.put(customer, number, load)) {
          case STORED -> HttpStatus.CREATED;
          case REPLACED -> HttpStatus.OK;
          case SENDING -> HttpStatus.CONFLICT;
        };
    return ResponseEntity.status(status).body(orders.get(customer, number));
  }

  @GetMapping
  Order get(@PathVariable("customer") String customer, @PathVariable("number") String number) {
    return orders.get(customer, number);
  }

  /** 204 when it was in time; 409 when it has a load, or may have one. */
  @DeleteMapping
  ResponseEntity<Void> withdraw(
      @PathVariable("customer") String customer, @PathVariable("number") String number) {
    boolean isWithdrawn = orders.withdraw(customer, number);
    return ResponseEntity.status(isWithdrawn ? HttpStatus.NO_CONTENT : HttpStatus.CONFLICT).build();
  }
}
