package io.freightsdk;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/**
 * The price of a number of calls at the live price (API description, section 2.9).
 *
 * @param unitPriceUsd price of one call in USD; 0 for a free operation
 * @param asOf when the price list was asked for
 * @param age how long ago that was; longer than the client's {@code priceLife} only while the
 *     service does not answer
 */
public record PriceQuote(
    Operation operation, int count, BigDecimal unitPriceUsd, Instant asOf, Duration age) {

  /** Price of all calls together, in USD. */
  public BigDecimal totalUsd() {
    return unitPriceUsd.multiply(BigDecimal.valueOf(count));
  }
}
