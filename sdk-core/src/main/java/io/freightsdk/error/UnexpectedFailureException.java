package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;

/**
 * Code around the call threw an exception: an agent key supplier, an interceptor, a spend guard, or
 * the client itself. The cause is that exception; {@link #charge()} still says whether money was
 * taken.
 */
public final class UnexpectedFailureException extends FreightException {
  @Serial private static final long serialVersionUID = 2;

  /** What failed, as a part of the message. */
  private final String what;

  /** A failure of {@code what}, such as "the agent key supplier". */
  public UnexpectedFailureException(FailureFacts facts, String what, Throwable cause) {
    super(
        facts,
        what
            + " failed with "
            + cause.getClass().getName()
            + "; see the cause, "
            + Answers.goOn(facts),
        cause);
    this.what = what;
  }

  @Override
  public UnexpectedFailureException with(FailureFacts facts) {
    return new UnexpectedFailureException(facts, what, Objects.requireNonNull(getCause()));
  }
}
