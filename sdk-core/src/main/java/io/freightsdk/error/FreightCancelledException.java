package io.freightsdk.error;

import java.io.Serial;

/**
 * The caller ended the call: by interrupting the thread, cancelling the future, or closing the
 * client. Nothing is sent after it; {@link #charge()} tells what may have been sent before.
 */
public final class FreightCancelledException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** A call ended by {@code why}, such as "the calling thread was interrupted". */
  public FreightCancelledException(FailureFacts facts, String why) {
    super(facts, why + "; " + Answers.goOn(facts), null);
  }
}
