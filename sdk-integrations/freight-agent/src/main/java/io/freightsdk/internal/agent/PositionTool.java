package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.agent.KnownReferences.Known;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a position at most once per load and interval: repeats in between are free. Finds the
 * number of a load by its reference, which is always free.
 */
final class PositionTool implements ToolBody {
  private static final int REMEMBERED_POSITIONS = 1_000;

  private final FreightClient client;
  private final PaidCalls paid;
  private final References references;
  private final Duration interval;
  private final Clock clock;
  private final SharedResults<Reading> readings = new SharedResults<>(REMEMBERED_POSITIONS);

  // Loads whose last reading was lost, each with the number of balances that the model had received
  // by then. A repeated reading is charged again, so the model has to read the balance first.
  private final BoundedMap<String, Long> lost = new BoundedMap<>(REMEMBERED_POSITIONS);
  private final AtomicLong balancesTold = new AtomicLong();

  PositionTool(
      FreightClient client, PaidCalls paid, References references, Duration interval, Clock clock) {
    this.client = client;
    this.paid = paid;
    this.references = references;
    this.interval = interval;
    this.clock = clock;
  }

  private record Reading(Instant at, Answer answer) {}

  @Override
  public List<String> problems(Map<String, Object> arguments) {
    boolean number = arguments.containsKey("loadNumber");
    if (!number && !arguments.containsKey("customerRef")) {
      return List.of(
          "loadNumber: required. "
              + LoadSchemas.loadNumber().description()
              + ", or customerRef to look it up for free");
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
    SharedResults.Found<Reading> found =
        readings.get(loadNumber, this::isFresh, () -> read(loadNumber, invocation));
    Answer answer = found.value().answer();
    return found.mine() ? answer : answer.again();
  }

  private Answer lookUp(String customerRef) {
    Known known = references.find(customerRef);
    if (known == null || known.loadNumber() == null) {
      throw Refusal.of("REFERENCE_UNKNOWN", Retry.CHANGED_ARGUMENTS)
          .because(
              known == null
                  ? "No load was created under this customerRef here."
                  : "The creation under this customerRef has no answer yet.",
              known == null
                  ? "Ask the user for the load number; create_load gives an existing load for free"
                      + " but creates a missing one."
                  : "Repeat its create_load with the same arguments to learn the number.");
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", known.loadNumber());
    members.put("note", "Looked up, not read. Call with this loadNumber to read the position.");
    members.put("chargedUsd", Money.certain(Charge.NONE));
    return Answer.free(members);
  }

  /** The load has changed, so its last reading is dropped. */
  void changed(String loadNumber) {
    readings.forget(loadNumber);
  }

  /** The model has received its balance, so it may decide to pay for a lost reading again. */
  void balanceTold() {
    balancesTold.incrementAndGet();
  }

  private boolean isFresh(Reading reading) {
    return Duration.between(reading.at(), clock.instant()).compareTo(interval) < 0;
  }

  private Reading read(String loadNumber, Invocation invocation) {
    Long lostAt = lost.get(loadNumber);
    if (lostAt != null && lostAt == balancesTold.get()) throw lostBefore();

    FreightResponse<LoadPosition> response = send(loadNumber, invocation);
    lost.remove(loadNumber);
    Instant now = clock.instant();
    return new Reading(
        now,
        new Answer(
            PositionText.members(loadNumber, response.value(), now, response.charge()),
            response.charge(),
            false));
  }

  private FreightResponse<LoadPosition> send(String loadNumber, Invocation invocation) {
    try {
      return paid.pay(
          invocation,
          Operation.GET_LOAD_POSITION,
          () -> Question.of("Read a live position", invocation.counted()),
          options -> client.withResponse().getLoadPosition(loadNumber, options));
    } catch (FreightException e) {
      if (e.charge().kind() != Charge.Kind.NONE) lost.put(loadNumber, balancesTold.get());
      throw e;
    }
  }

  private static Refusal lostBefore() {
    return Refusal.of("OUTCOME_UNKNOWN", Retry.NEVER_SAME_ARGUMENTS)
        .because(
            "Not sent: the answer to the last reading of this load was lost, and it may have been"
                + " charged then; a repeat costs the full price again.",
            "Call get_balance first, which is free; then read again only if it is still needed.");
  }
}
