package io.freightsdk.internal.verify;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The amounts of a scene, in USD.
 *
 * @param cap what may be spent in it
 * @param price of a load
 * @param higher what a load costs after a rise
 */
public record Money(BigDecimal cap, BigDecimal price, BigDecimal higher) {
  private static final BigDecimal RISE = new BigDecimal("1.67");

  /** What loads of a price cost after a rise by two thirds. */
  public static BigDecimal risen(BigDecimal price) {
    return price.multiply(RISE).setScale(Math.max(2, price.scale()), RoundingMode.UP);
  }

  /** How many loads fit. */
  public int room() {
    return cap.divideToIntegralValue(price).intValueExact();
  }

  /** A share of the loads that fit, in tenths and rounded up; at least one. */
  public int tenths(int tenths) {
    return Math.max(1, (room() * tenths + 9) / 10);
  }

  public BigDecimal loads(int count) {
    return price.multiply(BigDecimal.valueOf(count));
  }

  public BigDecimal rise() {
    return higher.subtract(price);
  }
}
