package io.freightsdk.error;

import java.io.Serial;

/**
 * The client refused the call and sent nothing: {@code maxPendingCalls} calls are already in
 * progress.
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
