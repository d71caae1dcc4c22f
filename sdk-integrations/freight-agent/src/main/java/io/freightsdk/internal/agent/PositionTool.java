package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a position at most once per load and interval: repeats in between are free. Finds the
 * number of a load by its reference, which is always free.
 */
final class PositionTool implements ToolBody {
  /** A driver who has never sent a position is not asked more often for money. */
  static final Duration SILENT = Duration.ofMinutes(10);

  private final FreightClient client;
  private final PaidCalls paid;
  private final Orders orders;
  private final Sightings sightings;
  private final Duration interval;
  private final Clock clock;
  private final ClientState shared;

  PositionTool(
      FreightClient client,
      ClientState shared,
      PaidCalls paid,
      Orders orders,
      Sightings sightings,
      Duration interval,
      Clock clock) {
    this.client = client;
    this.shared = shared;
    this.paid = paid;
    this.orders = orders;
    this.sightings = sightings;
    this.interval = interval;
    this.clock = clock;
  }

  /**
   * A position as it was read.
   *
   * @param until so long the same reading is returned for free
   */
  record Reading(Instant until, Answer answer) {}

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
    SharedResults.Found<Reading> found =
        shared.readings.get(loadNumber, this::isFresh, () -> fetch(loadNumber, invocation));
    Answer answer = found.value().answer();
    return found.mine() ? answer : answer.again();
  }

  private Answer lookUp(String customerRef) {
    Orders.Order known = orders.find(customerRef);
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
    if (!known.customerRef().equals(customerRef)) {
      String ref = '"' + known.customerRef().replace('"', '\'') + '"';
      throw Refusal.of("REFERENCE_LOOKS_ALIKE", Retry.CHANGED_ARGUMENTS)
          .because(
              "No load was created under exactly this customerRef, but load "
                  + known.loadNumber()
                  + " has "
                  + ref
                  + ".",
              "Ask the user whether that one is meant.");
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", known.loadNumber());
    members.put("note", "Looked up, not read. Call with this loadNumber to read the position.");
    members.put("chargedUsd", Money.certain(Charge.NONE));
    return Answer.free(members);
  }

  /** The load has changed, so its last reading is dropped. */
  void changed(String loadNumber) {
    shared.readings.forget(loadNumber);
  }

  /** The model has received its balance, so it may decide to pay for a lost reading again. */
  void balanceTold() {
    shared.balancesTold.incrementAndGet();
  }

  private boolean isFresh(Reading reading) {
    return clock.instant().isBefore(reading.until());
  }

  private Reading fetch(String loadNumber, Invocation invocation) {
    Sightings.Seen seen = sightings.find(loadNumber);
    if (seen != null && seen.last() != null) {
      Map<String, @Nullable Object> over = new LinkedHashMap<>(seen.last());
      over.put("chargedUsd", Money.certain(Charge.NONE));
      return new Reading(Instant.MAX, new Answer(over, Charge.NONE, true));
    }
    Long lostAt = shared.lost.get(loadNumber);
    if (lostAt != null && lostAt == shared.balancesTold.get()) throw lostBefore();

    FreightResponse<LoadPosition> response = send(loadNumber, invocation);
    shared.lost.remove(loadNumber);
    Instant now = clock.instant();
    LoadPosition position = response.value();
    Map<String, @Nullable Object> members =
        PositionText.members(loadNumber, position, now, response.charge());
    boolean over =
        position.status().equals(LoadStatus.DELIVERED)
            || position.status().equals(LoadStatus.CANCELLED);
    sightings.seen(loadNumber, position.status().value(), now, over ? members : null);
    boolean silent = !over && position.gpsTrack().isEmpty();
    Instant until = now.plus(silent && interval.compareTo(SILENT) < 0 ? SILENT : interval);
    return new Reading(over ? Instant.MAX : until, new Answer(members, response.charge(), false));
  }

  private FreightResponse<LoadPosition> send(String loadNumber, Invocation invocation) {
    try {
      return paid.pay(
          new PaidCalls.Purchase(
              invocation,
              Operation.GET_LOAD_POSITION,
              false,
              false,
              () -> Question.of("Read a live position", invocation.counted())),
          options -> client.withResponse().getLoadPosition(loadNumber, options));
    } catch (FreightException e) {
      if (e.charge().kind() != Charge.Kind.NONE)
        shared.lost.put(loadNumber, shared.balancesTold.get());
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
