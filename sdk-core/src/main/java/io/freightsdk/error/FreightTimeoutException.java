package io.freightsdk.error;

import io.freightsdk.internal.text.DurationFormat;
import java.io.Serial;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The call got no complete response before its deadline or the timeout of one attempt. {@link
 * #charge()} says whether the call may have been charged.
 */
public final class FreightTimeoutException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean notProcessed;
  private final Duration timeout;

  /**
   * Creates the exception.
   *
   * @param what the name of the timeout in the message, such as "attempt timeout"
   */
  public FreightTimeoutException(
      FailedCall call,
      String what,
      Duration timeout,
      boolean notProcessed,
      @Nullable Throwable cause) {
    super(
        call,
        cause,
        "no response within "
            + DurationFormat.format(Objects.requireNonNull(timeout, "timeout"))
            + " ("
            + Objects.requireNonNull(what, "what")
            + "), "
            + (notProcessed ? "nothing was sent; " : "the request was sent; ")
            + MessageParts.chargeAndNextStep(call));
    this.notProcessed = notProcessed;
    this.timeout = timeout;
  }

  /**
   * Whether it is certain that the service has not processed the last attempt, because its request
   * was not sent completely.
   */
  public boolean notProcessed() {
    return notProcessed;
  }

  /** The time limit that passed. */
  public Duration timeout() {
    return timeout;
  }
}
