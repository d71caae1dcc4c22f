package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The call got no complete response; {@link #notProcessed()} says whether the service certainly did
 * not process it. The connection could not be made, it broke too early, or the server rejected the
 * request without processing it.
 *
 * <p>{@code notProcessed()} depends on the bytes that were written, not on the type of the cause.
 */
public final class FreightConnectionException extends FreightException {
  @Serial private static final long serialVersionUID = 2;

  private final boolean notProcessed;

  public FreightConnectionException(
      FailedCall call, String fact, boolean notProcessed, @Nullable Throwable cause) {
    super(
        call,
        cause,
        Objects.requireNonNull(fact, "fact") + "; " + MessageParts.chargeAndNextStep(call));
    this.notProcessed = notProcessed;
  }

  /**
   * Whether it is certain that the service has not processed the last attempt: its request was not
   * sent completely, or the server responded with {@code REFUSED_STREAM} (RFC 9113, section 8.7).
   */
  public boolean notProcessed() {
    return notProcessed;
  }
}
