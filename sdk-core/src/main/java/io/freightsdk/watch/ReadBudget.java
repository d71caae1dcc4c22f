package io.freightsdk.watch;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How many paid reads a watch may still make.
 *
 * @param readsLeft zero or more; {@link Integer#MAX_VALUE} means that there is no limit
 */
public record ReadBudget(int readsLeft) {
  /** A budget that never ends. */
  public static final ReadBudget UNLIMITED = new ReadBudget(Integer.MAX_VALUE);

  /**
   * @throws IllegalArgumentException when {@code readsLeft} is negative
   */
  public ReadBudget {
    if (readsLeft < 0) {
      throw new IllegalArgumentException("readsLeft is not negative, but was " + readsLeft);
    }
  }

  /**
   * The whole reads that {@code usdLeft} pays for at {@code priceUsd}; no limit at a zero price.
   */
  public static ReadBudget of(BigDecimal usdLeft, BigDecimal priceUsd) {
    if (priceUsd.signum() <= 0) {
      return UNLIMITED;
    }
    BigDecimal reads = usdLeft.max(BigDecimal.ZERO).divide(priceUsd, 0, RoundingMode.DOWN);
    BigDecimal most = BigDecimal.valueOf(Integer.MAX_VALUE);
    return new ReadBudget(reads.min(most).intValueExact());
  }

  /** Whether no paid read may be made any more. */
  public boolean isSpent() {
    return readsLeft == 0;
  }

  /** Whether there is no limit. */
  public boolean isUnlimited() {
    return readsLeft == Integer.MAX_VALUE;
  }

  /** The tighter of the two budgets. */
  public ReadBudget min(ReadBudget other) {
    return readsLeft <= other.readsLeft ? this : other;
  }
}
