package io.freightsdk.error;

import java.io.IOException;
import java.io.Serial;

/**
 * No answer came: the connection was never made, or it broke before the answer was whole.
 *
 * <p>{@link #neverSent()} tells the two apart by what the transport saw, not by guessing from the
 * exception.
 */
public final class FreightConnectionException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean neverSent;

  public FreightConnectionException(FailureFacts facts, boolean neverSent, IOException cause) {
    super(
        facts,
        (neverSent
                ? "no connection, nothing was sent; check the base URL and the network, "
                : "the connection broke after the request was sent; ")
            + Answers.goOn(facts),
        cause);
    this.neverSent = neverSent;
  }

  /** Whether the last attempt certainly did not reach the service as a whole request. */
  public boolean neverSent() {
    return neverSent;
  }
}
