package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Reads a position at most once per load and interval: repeats in between are free. */
final class PositionTool implements ToolBody {
  private static final int REMEMBERED_POSITIONS = 1_000;

  private final FreightClient client;
  private final PaidCalls paid;
  private final Duration interval;
  private final Clock clock;
  private final ToolDefinition definition;
  private final SharedResults<Reading> readings = new SharedResults<>(REMEMBERED_POSITIONS);

  PositionTool(
      FreightClient client, PaidCalls paid, Duration interval, boolean readOnly, Clock clock) {
    this.client = client;
    this.paid = paid;
    this.interval = interval;
    this.clock = clock;
    this.definition = Definitions.getLoadPosition(interval, readOnly);
  }

  private record Reading(Instant at, Answer answer) {}

  @Override
  public ToolDefinition definition() {
    return definition;
  }

  @Override
  public Answer run(Invocation invocation) {
    SharedResults.Found<Reading> found =
        readings.get(invocation.text("loadNumber"), this::isFresh, () -> read(invocation));
    Answer answer = found.value().answer();
    return found.mine() ? answer : answer.again();
  }

  /** What is known of the load is out of date. */
  void changed(String loadNumber) {
    readings.forget(loadNumber);
  }

  private boolean isFresh(Reading reading) {
    return Duration.between(reading.at(), clock.instant()).compareTo(interval) < 0;
  }

  private Reading read(Invocation invocation) {
    String loadNumber = invocation.text("loadNumber");
    FreightResponse<LoadPosition> response =
        paid.pay(
            invocation,
            Operation.GET_LOAD_POSITION,
            Summaries.position(loadNumber),
            options -> client.withResponse().getLoadPosition(loadNumber, options));
    Instant now = clock.instant();
    return new Reading(
        now,
        new Answer(
            PositionText.members(response.value(), now, response.charge()),
            response.charge(),
            false));
  }
}
