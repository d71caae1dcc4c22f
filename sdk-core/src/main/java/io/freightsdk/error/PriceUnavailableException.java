package io.freightsdk.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Refused locally, nothing was sent: a spend limit or {@code maxPrice} binds the call, and the live
 * price cannot be learned. A price that was read stands for the client's {@code priceLife} and no
 * longer.
 */
public final class PriceUnavailableException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** A call whose price list could not be read because of {@code cause}; null for no answer. */
  public PriceUnavailableException(FailureFacts facts, @Nullable Throwable cause) {
    super(
        facts,
        "not sent: a limit binds the call and the price list cannot be read; repeat later, or"
            + " remove the limit",
        cause);
  }
}
