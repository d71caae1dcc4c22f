package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a position at most once per load and interval, which all callers of the client share:
 * repeats in between are free. Finds the number of a load by its reference, which is always free.
 */
final class PositionTool implements ToolBody {
  private final FreightClient client;
  private final PaidCalls paid;
  private final Orders orders;
  private final Duration interval;

  PositionTool(FreightClient client, PaidCalls paid, Orders orders, Duration interval) {
    this.client = client;
    this.paid = paid;
    this.orders = orders;
    this.interval = interval;
  }

  @Override
  public List<String> problems(Map<String, Object> arguments) {
    boolean number = arguments.containsKey("loadNumber");
    if (!number && !arguments.containsKey("customerRef")) {
      return List.of(
          "loadNumber: required, "
              + LoadSchemas.loadNumber().expects()
              + "; or send customerRef instead, to look the number up for free");
    }
    return number && arguments.containsKey("customerRef")
        ? List.of("arguments: expected loadNumber or customerRef, got both")
        : List.of();
  }

  @Override
  public Answer run(Invocation invocation) {
    String customerRef = invocation.optionalText("customerRef");
    if (customerRef != null) return lookUp(customerRef.strip());

    String loadNumber = invocation.text("loadNumber");
    FreightResponse<LoadPosition> response =
        paid.pay(
            new PaidCalls.Purchase(
                invocation,
                Operation.GET_LOAD_POSITION,
                false,
                false,
                false,
                () -> Question.of("Read a live position", invocation.counted())),
            options ->
                client
                    .withResponse()
                    .getLoadPosition(loadNumber, options.maxAge(interval).build()));
    Map<String, @Nullable Object> members =
        PositionText.members(loadNumber, response.value(), response.readAt(), response.charge());
    return new Answer(members, response.charge());
  }

  private Answer lookUp(String customerRef) {
    Orders.Order known = orders.withLoad(customerRef);
    String loadNumber = known == null ? orders.paidLoad(customerRef) : known.loadNumber();
    if (loadNumber == null) throw unknown(orders.find(customerRef));
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("note", "Looked up, not read. Call with this loadNumber to read the position.");
    members.put("chargedUsd", Money.certain(Charge.NONE));
    return Answer.free(members);
  }

  private static Refusal unknown(Orders.@Nullable Order known) {
    if (known == null || known.loadNumber() == null) {
      return Refusal.of("REFERENCE_UNKNOWN", Retry.CHANGED_ARGUMENTS)
          .because(
              known == null
                  ? "No load was created under this customerRef here."
                  : "The creation under this customerRef has no answer yet.",
              known == null
                  ? "Ask the user for the load number; create_load gives an existing load for free"
                      + " but creates a missing one."
                  : "Repeat its create_load with the same arguments to learn the number.");
    }
    String ref = '"' + known.customerRef().replace('"', '\'') + '"';
    return Refusal.of("REFERENCE_LOOKS_ALIKE", Retry.CHANGED_ARGUMENTS)
        .because(
            "No load was created under exactly this customerRef, but load "
                + known.loadNumber()
                + " has "
                + ref
                + ".",
            "Ask the user whether that one is meant.");
  }
}
