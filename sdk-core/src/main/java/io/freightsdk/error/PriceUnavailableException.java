package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The client refused the call and did not send this attempt: a spend limit or {@code maxPrice}
 * applies to the call, and its price is not known. The service's price list cannot be read ({@link
 * NextStep#RETRY_LATER}) or does not contain the operation ({@link NextStep#FIX_CONFIGURATION}).
 *
 * <p>If the price cannot be read because of a refused key, an unknown host, an untrusted
 * certificate or a wrong path, the call itself would fail, too. It then fails with the exception of
 * that cause instead.
 */
public final class PriceUnavailableException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param why the reason in the message
   */
  public PriceUnavailableException(FailedCall call, String why, @Nullable Throwable cause) {
    super(
        call,
        cause,
        "not sent: a limit applies to the call and " + Objects.requireNonNull(why, "why"));
  }
}
