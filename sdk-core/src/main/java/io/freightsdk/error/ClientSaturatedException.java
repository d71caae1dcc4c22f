package io.freightsdk.error;

import java.io.Serial;

/**
 * Refused by the client, nothing was sent: {@code maxPendingCalls} calls are in progress already.
 */
public final class ClientSaturatedException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final int inFlight;
  private final int limit;

  public ClientSaturatedException(FailureFacts facts, int inFlight, int limit) {
    super(
        facts,
        "not sent: "
            + inFlight
            + " calls are in progress and maxPendingCalls is "
            + limit
            + "; make fewer calls at once or raise maxPendingCalls",
        null);
    this.inFlight = inFlight;
    this.limit = limit;
  }

  @Override
  public ClientSaturatedException with(FailureFacts facts) {
    return new ClientSaturatedException(facts, inFlight, limit);
  }
}
