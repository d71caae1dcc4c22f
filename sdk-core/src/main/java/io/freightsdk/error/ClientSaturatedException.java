package io.freightsdk.error;

import java.io.Serial;

/** Refused locally, nothing was sent: more calls are in flight than the client holds. */
public final class ClientSaturatedException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  public ClientSaturatedException(FailureFacts facts, int inFlight, int limit) {
    super(
        facts,
        "not sent: "
            + inFlight
            + " calls are in flight and the client holds "
            + limit
            + "; make fewer at once or raise maxPendingCalls",
        null);
  }
}
