package io.freightsdk.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Refused by the client before this attempt was sent: a spend limit or {@code maxPrice} applies to
 * the call, and the live price is not known. A price that was read is valid for the client's {@code
 * priceLife} only.
 */
public final class PriceUnavailableException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * A call whose price could not be read; {@code cause} says why, null when no answer came in time.
   */
  public PriceUnavailableException(FailureFacts facts, @Nullable Throwable cause) {
    super(
        facts,
        "not sent: a limit applies to the call and the price list cannot be read; repeat later, or"
            + " remove the limit",
        cause);
  }
}
