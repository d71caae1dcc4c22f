package io.freightsdk.error;

import java.io.Serial;

/**
 * Code around the call threw: a key supplier, an interceptor of the caller's OkHttpClient, a spend
 * store. The cause is what it threw; {@link #charge()} still tells whether money moved.
 */
public final class UnexpectedFailureException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** A failure of {@code what}, such as "the agent key supplier". */
  public UnexpectedFailureException(FailureFacts facts, String what, Throwable cause) {
    super(
        facts,
        what + " failed with " + cause.getClass().getName() + "; fix it, " + Answers.goOn(facts),
        cause);
  }
}
