package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;

/**
 * The call was cancelled: the thread was interrupted, the future was cancelled or the client was
 * closed. The client sends nothing more. {@link #charge()} is the charge of the attempts before.
 */
public final class FreightCancelledException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param why the reason in the message, such as "the calling thread was interrupted"
   */
  public FreightCancelledException(FailedCall call, String why) {
    super(
        call,
        null,
        Objects.requireNonNull(why, "why") + "; " + MessageParts.chargeAndNextStep(call));
  }
}
