package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/**
 * What a number of calls cost at the live price (API description, section 2.9).
 *
 * @param unitPriceUsd price of one call; 0 for a free operation
 * @param asOf when the service stated the price
 * @param age how long ago that was; longer than the cache's life only while the service does not
 *     answer
 */
public record PriceQuote(
    Operation operation, int count, BigDecimal unitPriceUsd, Instant asOf, Duration age) {

  /** Price of all the calls together, in USD. */
  public BigDecimal totalUsd() {
    return unitPriceUsd.multiply(BigDecimal.valueOf(count));
  }
}
