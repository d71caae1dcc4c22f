package io.freightsdk.error;

import java.io.Serial;

/**
 * The caller cancelled the call: by interrupting the thread, cancelling the future or closing the
 * client. Nothing more is sent; {@link #charge()} says what the attempts before may have cost.
 */
public final class FreightCancelledException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** What ended the call, as a part of the message. */
  private final String why;

  /**
   * A call that was cancelled; {@code why} is a part of the message, such as "the calling thread
   * was interrupted".
   */
  public FreightCancelledException(FailureFacts facts, String why) {
    super(facts, why + "; " + MessageParts.goOn(facts), null);
    this.why = why;
  }

  @Override
  public FreightCancelledException with(FailureFacts facts) {
    return new FreightCancelledException(facts, why);
  }
}
