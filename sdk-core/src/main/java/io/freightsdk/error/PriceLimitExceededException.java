package io.freightsdk.error;

import java.io.Serial;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;

/**
 * The client refused the call and did not send this attempt: the live price is above {@code
 * maxPrice}.
 */
public final class PriceLimitExceededException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final BigDecimal priceUsd;
  private final BigDecimal maxPriceUsd;

  public PriceLimitExceededException(FailedCall call, BigDecimal priceUsd, BigDecimal maxPriceUsd) {
    super(
        call,
        null,
        String.format(
            Locale.ROOT,
            "not sent: the live price %s USD is above maxPrice %s USD; raise maxPrice or wait for a lower price",
            Objects.requireNonNull(priceUsd, "priceUsd").toPlainString(),
            Objects.requireNonNull(maxPriceUsd, "maxPriceUsd").toPlainString()));
    this.priceUsd = priceUsd;
    this.maxPriceUsd = maxPriceUsd;
  }

  /** The live price of the call, in USD. */
  public BigDecimal priceUsd() {
    return priceUsd;
  }

  /** The {@code maxPrice} of the call, in USD. */
  public BigDecimal maxPriceUsd() {
    return maxPriceUsd;
  }
}
