package io.freightsdk.internal.ledger.rules;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Rounds amounts in USD to the nine decimals that storages keep. Amounts that are equal have the
 * same scale, so records of them are equal, too.
 */
public final class Usd {
  public static final int SCALE = 9;
  public static final BigDecimal ZERO = new BigDecimal("0.00");

  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE / 4, SCALE);

  private Usd() {}

  /**
   * A price, rounded up: a limit never counts less than was paid. At most a quarter of the amount
   * that a storage can hold.
   */
  static BigDecimal roundUp(BigDecimal usd) {
    return normalize(usd.min(MAX).setScale(SCALE, RoundingMode.CEILING));
  }

  /** A cap, rounded down. At most a quarter of the amount that a storage can hold. */
  public static BigDecimal roundDown(BigDecimal usd) {
    return normalize(usd.min(MAX).setScale(SCALE, RoundingMode.FLOOR));
  }

  /** A balance or an adjustment, rounded to the nearest amount. */
  public static BigDecimal round(BigDecimal usd) {
    return normalize(usd.setScale(SCALE, RoundingMode.HALF_UP));
  }

  /** The same amount with whole cents or more decimals. */
  public static BigDecimal normalize(BigDecimal usd) {
    BigDecimal stripped = usd.stripTrailingZeros();
    return stripped.scale() < 2 ? stripped.setScale(2) : stripped;
  }
}
