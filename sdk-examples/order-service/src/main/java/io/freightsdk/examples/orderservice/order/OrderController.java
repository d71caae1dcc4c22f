package io.freightsdk.examples.orderservice.order;

import io.freightsdk.model.CreateLoadInput;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes orders, corrects them and takes them back, and says how they stand. A caller who wants
 * another format than JSON is refused before anything is stored.
 */
@RestController
@RequestMapping(path = "/customers/{customer}/orders", produces = MediaType.APPLICATION_JSON_VALUE)
class OrderController {
  private final Orders orders;

  OrderController(Orders orders) {
    this.orders = orders;
  }

  /**
   * 201 for a new order; 200 for one that waited and is corrected, and for the same order again;
   * 409 for another one that comes too late.
   */
  @PutMapping("/{number}")
  ResponseEntity<Order> put(
      @PathVariable("customer") String customer,
      @PathVariable("number") String number,
      @RequestBody CreateLoadInput load) {
    boolean isNew = orders.put(new NewOrder(customer, number, load));
    return ResponseEntity.status(isNew ? HttpStatus.CREATED : HttpStatus.OK)
        .body(orders.get(customer, number));
  }

  @GetMapping("/{number}")
  Order get(@PathVariable("customer") String customer, @PathVariable("number") String number) {
    return orders.get(customer, number);
  }

  /** The latest first; {@code next} of one page is {@code after} of the next one. */
  @GetMapping
  OrderList list(
      @PathVariable("customer") String customer,
      @RequestParam(name = "after", required = false) @Nullable String after) {
    return orders.list(customer, after);
  }

  /** 204 when it was in time; 409 when it has a load, or may have one. */
  @DeleteMapping("/{number}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void withdraw(@PathVariable("customer") String customer, @PathVariable("number") String number) {
    orders.withdraw(customer, number);
  }
}
