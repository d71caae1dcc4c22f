package io.freightsdk.examples.orderservice.order;

import io.freightsdk.examples.orderservice.problem.WrongFieldsException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * An order as its customer sees it, without balances, prices and limits.
 *
 * @param reference the customer and the order number, {@code acme/PO-1007}
 * @param state how far it is: {@code WAITING}, {@code SENDING}, {@code STOPPED}, {@code BOOKED} or
 *     {@code WITHDRAWN}, and the status of its load once that is known
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
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /**
   * A status that the load has entered.
   *
   * @param happenedAt by the driver's GPS; null when it is not known
   */
  public record Change(String status, @Nullable Instant happenedAt) {}

  /**
   * One reference names one load for ever, in the whole account with the service: so two customers
   * may both have a PO-1007. Neither name may have a slash: {@code a/b} and {@code c} would be
   * {@code a} and {@code b/c}.
   */
  static String reference(String customer, String number) {
    return requireName("customer", customer) + "/" + requireName("number", number);
  }

  static String requireName(String field, String text) {
    if (NAME.matcher(text).matches()) return text;
    throw new WrongFieldsException(
        field, "must be 1 to 64 letters, digits, '.', '_' or '-', the first a letter or digit");
  }

  /** For a controller: 409 while it has none. */
  public String requireLoad() {
    if (loadNumber != null) return loadNumber;
    throw new ResponseStatusException(
        HttpStatus.CONFLICT,
        reference + " has no load yet, it is " + state + "; try again when it has a loadNumber");
  }

  /** For a controller: 409 for a change that is not possible any more. */
  ResponseStatusException tooLate() {
    String why =
        loadNumber == null
            ? "may have its load already; look at it in a minute, and change it if it has none"
            : "has its load "
                + loadNumber
                + ", which stays as it is; order again under another"
                + " number, and tell us if this truck is not to come";
    return new ResponseStatusException(HttpStatus.CONFLICT, reference + " " + why);
  }
}
