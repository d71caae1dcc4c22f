package io.freightsdk.examples.orderservice.order;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * An order as its customer sees it, without balances, prices and limits.
 *
 * @param reference the customer and the order number, {@code acme/PO-1007}
 * @param state how far it is: {@code WAITING}, {@code SENDING} or {@code STOPPED}, and the status
 *     of its load once it has one
 * @param loadNumber null until it has a load
 * @param trackingLink the page of the load for everybody who has this link; null until it has one
 * @param history what has happened on the road, the oldest first
 */
public record Order(
    String reference,
    String state,
    @Nullable String loadNumber,
    @Nullable String trackingLink,
    List<Change> history) {
  /**
   * A status that the load has entered.
   *
   * @param happenedAt by the driver's GPS; null when it is not known
   */
  public record Change(String status, @Nullable Instant happenedAt) {}

  /**
   * One reference names one load for ever, in the whole account with the service: so two customers
   * may both have a PO-1007. For a controller: 400 when one of the two is blank.
   */
  static String reference(String customer, String number) {
    if (customer.isBlank() || number.isBlank()) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
    }
    return customer + "/" + number;
  }

  /** For a controller: 409 while it has none. */
  public String requireLoad() {
    if (loadNumber == null) throw new ResponseStatusException(HttpStatus.CONFLICT);
    return loadNumber;
  }
}
