package io.freightsdk.error;

import java.io.Serial;

/**
 * Refused by the client, nothing was sent: {@code maxPendingCalls} calls are in progress already.
 */
public final class ClientSaturatedException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  public ClientSaturatedException(FailedCall call, int inFlight, int limit) {
    super(
        call,
        null,
        "not sent: "
            + inFlight
            + " calls are in progress and maxPendingCalls is "
            + limit
            + "; make fewer concurrent calls or raise maxPendingCalls");
  }
}
