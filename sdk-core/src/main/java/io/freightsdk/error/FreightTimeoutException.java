package io.freightsdk.error;

import java.io.Serial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** No whole answer came in the time that the call, or one attempt of it, was given. */
public final class FreightTimeoutException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** What ran out when a call waited too long for its turn. */
  public static final String QUEUE =
      "deadline, which passed in the queue for a place on the wire (maxConcurrentRequests),";

  private final boolean neverSent;
  private final Duration limit;

  /** A timeout after {@code limit}, where {@code what} names it, such as "attempt timeout". */
  public FreightTimeoutException(
      FailureFacts facts,
      String what,
      Duration limit,
      boolean neverSent,
      @Nullable Throwable cause) {
    super(
        facts,
        "no answer within the "
            + what
            + " of "
            + limit.toMillis()
            + " ms, "
            + (neverSent ? "nothing was sent; " : "the request was sent; ")
            + Answers.goOn(facts),
        cause);
    this.neverSent = neverSent;
    this.limit = limit;
  }

  /** Whether the last attempt certainly did not reach the service as a whole request. */
  public boolean neverSent() {
    return neverSent;
  }

  /** The time that was given. */
  public Duration limit() {
    return limit;
  }
}
