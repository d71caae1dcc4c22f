package io.freightsdk.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * No answer came: the connection was never made, it broke before the answer was whole, or the
 * server turned the request away unread.
 *
 * <p>{@link #neverSent()} tells what the service can have by what the transport saw, not by
 * guessing from the exception.
 */
public final class FreightConnectionException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean neverSent;

  public FreightConnectionException(
      FailureFacts facts, String fact, boolean neverSent, @Nullable Throwable cause) {
    super(facts, fact + "; " + Answers.goOn(facts), cause);
    this.neverSent = neverSent;
  }

  /**
   * Whether the last attempt certainly did not reach the service as a whole request, or came back
   * unprocessed: RFC 9113, section 8.7, {@code REFUSED_STREAM}.
   */
  public boolean neverSent() {
    return neverSent;
  }
}
