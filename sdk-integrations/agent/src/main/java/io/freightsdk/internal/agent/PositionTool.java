package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.time.Duration;

/** Reads a position; all callers of the client share a reading for a minute. */
final class PositionTool implements ToolBody {
  /** Between two fixes of a driver. */
  private static final Duration INTERVAL = Duration.ofSeconds(60);

  private final FreightClient client;
  private final PaidCalls paid;

  PositionTool(FreightClient client, PaidCalls paid) {
    this.client = client;
    this.paid = paid;
  }

  @Override
  public Answer run(Invocation invocation) {
    String loadNumber = invocation.loadNumber();
    FreightResponse<LoadPosition> response =
        paid.pay(
            new PaidCalls.Purchase(invocation, Operation.GET_LOAD_POSITION, null, false),
            () -> Question.position(loadNumber),
            options ->
                client
                    .withResponse()
                    .getLoadPosition(loadNumber, options.toBuilder().maxAge(INTERVAL).build()));
    return new Answer(
        PositionText.members(loadNumber, response.value(), response.readAt(), response.charge()),
        response.charge());
  }
}
