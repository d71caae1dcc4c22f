package io.freightsdk.examples.orderservice;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.jobs.OrderDetails;
import jakarta.validation.Valid;
import java.util.List;
import java.util.regex.Pattern;
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
import org.springframework.web.server.ResponseStatusException;

/** Places, corrects, cancels and shows the orders of a customer. */
@RestController
@RequestMapping(path = "/customers/{customer}/orders", produces = MediaType.APPLICATION_JSON_VALUE)
class OrderController {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private final Orders orders;
  private final FreightClient freight;

  OrderController(Orders orders, FreightClient freight) {
    this.orders = orders;
    this.freight = freight;
  }

  /** 201 for a new order; 200 for a waiting order that is corrected, and for a repetition. */
  @PutMapping("/{number}")
  ResponseEntity<Order> put(
      @PathVariable("customer") String customer,
      @PathVariable("number") String number,
      @Valid @RequestBody OrderRequest order) {
    String reference = reference(customer, number);
    boolean isNew = orders.put(customer, reference, order.toInput());
    HttpStatus status = isNew ? HttpStatus.CREATED : HttpStatus.OK;
    return ResponseEntity.status(status).body(orders.get(reference));
  }

  @GetMapping("/{number}")
  Order get(@PathVariable("customer") String customer, @PathVariable("number") String number) {
    return orders.get(reference(customer, number));
  }

  /**
   * A hundred, the latest first.
   *
   * @param after the number of the last order of the page before
   */
  @GetMapping
  List<Order.Line> list(
      @PathVariable("customer") String customer,
      @RequestParam(name = "after", required = false) @Nullable String after) {
    requireName("customer", customer);
    return orders.latest(customer, after == null ? null : reference(customer, after));
  }

  @DeleteMapping("/{number}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void withdraw(@PathVariable("customer") String customer, @PathVariable("number") String number) {
    orders.withdraw(reference(customer, number));
  }

  /** Confirms that the signed bill of lading was received. Free of charge, and can be repeated. */
  @PutMapping("/{number}/proof-of-delivery")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void confirm(@PathVariable("customer") String customer, @PathVariable("number") String number) {
    OrderDetails order = orders.find(reference(customer, number));
    String load = order.loadNumber();
    if (load == null) {
      throw new ResponseStatusException(
          HttpStatus.CONFLICT, order.reference() + " has no load yet, it is " + order.state());
    }
    freight.confirmDelivery(load);
  }

  /**
   * One reference names one load for ever, in the whole account with the service: so two customers
   * may both have a PO-1007. Neither name may have a slash: {@code a/b} and {@code c} would be
   * {@code a} and {@code b/c}.
   */
  private static String reference(String customer, String number) {
    return requireName("customer", customer) + "/" + requireName("number", number);
  }

  private static String requireName(String field, String text) {
    if (NAME.matcher(text).matches()) return text;
    String problem =
        "expected 1 to 64 letters, digits, '.', '_' or '-', the first a letter or digit";
    throw Problems.wrong(List.of(new FieldProblem(field, problem)));
  }
}
