package io.freightsdk.examples.orderservice.order;

import io.freightsdk.examples.orderservice.problem.Mistake;
import io.freightsdk.examples.orderservice.problem.WrongFieldsException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * An order as its customer sees it, without balances, prices and limits.
 *
 * @param reference the customer and the order number, {@code acme/PO-1007}
 * @param state how far it is: {@code WAITING}, {@code SENDING}, {@code STOPPED} or {@code
 *     WITHDRAWN}, and the status of its load once it has one
 * @param explanation of the state, and what the customer can do; null for a status that a later
 *     version of the freight service has added
 * @param errors in its content, for which it is {@code STOPPED}; empty in every other state
 * @param loadNumber null until it has a load
 * @param trackingLink the page of the load for everybody who has this link; null until it has one
 * @param history what has happened on the road, the oldest first
 */
public record Order(
    String reference,
    String state,
    @Nullable String explanation,
    List<Mistake> errors,
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

  static @Nullable String explanation(String state, List<Mistake> errors, boolean mayHaveLoad) {
    return switch (state) {
      case "WAITING" ->
          "Its load is created as soon as possible; as long as nothing of it was sent, it can be"
              + " corrected by PUT and withdrawn by DELETE.";
      case "SENDING" -> "Its load is being created.";
      case "STOPPED" -> "The freight service refused " + refused(errors) + ", or DELETE it.";
      case "WITHDRAWN" ->
          mayHaveLoad
              ? "It is not sent any more, but an attempt whose answer was lost may have created its"
                  + " load; PUT it again to get that load, or ask us."
              : "It is not sent any more; PUT it again to order it.";
      case "PLANNED" -> "Its load is created, and the driver has the link to join it.";
      case "AT_PICKUP" -> "The truck is at a pickup.";
      case "IN_TRANSIT" -> "The truck is on the road.";
      case "AT_DELIVERY" ->
          "The truck is at its delivery; PUT the proof-of-delivery when it is unloaded.";
      case "DELIVERED" -> "It is delivered.";
      case "CANCELLED" -> "Its load was cancelled; order again under another number.";
      default -> null;
    };
  }

  private static String refused(List<Mistake> errors) {
    if (errors.isEmpty()) return "its content. Ask us why, and PUT it again";
    return errors.stream()
        .map(error -> error.field() + ": " + error.reason())
        .collect(Collectors.joining("; ", "", ". PUT it corrected"));
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
