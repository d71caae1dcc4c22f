package io.freightsdk.error;

import java.io.Serial;

/**
 * The caller cancelled the call: by interrupting the thread, cancelling the future or closing the
 * client. Nothing more is sent; {@link #charge()} is the charge of the earlier attempts.
 */
public final class FreightCancelledException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * A call that was cancelled; {@code why} is a part of the message, such as "the calling thread
   * was interrupted".
   */
  public FreightCancelledException(FailedCall call, String why) {
    super(call, null, why + "; " + MessageParts.goOn(call));
  }
}
