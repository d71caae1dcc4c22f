package io.freightsdk.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Refused by the client before this attempt was sent: the call has a spend limit or {@code
 * maxPrice}, and its price is not known. The service's price list cannot be read ({@link
 * NextStep#RETRY_LATER}) or does not name the operation ({@link NextStep#FIX_CONFIGURATION}).
 *
 * <p>A refused key, an unknown host, an untrusted certificate or a wrong path would also fail the
 * call itself. Then the call fails with the exception of that cause, as it would without a limit.
 */
public final class PriceUnavailableException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** A call whose price is not known; {@code why} is a part of the message. */
  public PriceUnavailableException(FailedCall call, String why, @Nullable Throwable cause) {
    super(call, cause, "not sent: a limit applies to the call and " + why);
  }
}
