package io.freightsdk.internal.ledger.rules;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Amounts as whole billionths of a dollar, so that adding and comparing them needs no object. A
 * long holds nine billion dollars of them.
 */
public final class NanoUsd {
  public static final int SCALE = 9;
  private static final long CENT = 10_000_000;
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE / 4, SCALE);

  private NanoUsd() {}

  /** An amount of either sign, to the nearest. */
  public static long of(BigDecimal amountUsd) {
    return amountUsd.movePointRight(SCALE).setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  /** What is spent, rounded up: a limit never counts less than was paid. */
  public static long spent(BigDecimal amountUsd) {
    return amountUsd.min(MOST).movePointRight(SCALE).setScale(0, RoundingMode.CEILING).longValue();
  }

  /** What may be spent, rounded down. */
  public static long cap(BigDecimal capUsd) {
    return capUsd.min(MOST).movePointRight(SCALE).setScale(0, RoundingMode.FLOOR).longValue();
  }

  /** An amount for people: at least whole cents. */
  public static BigDecimal toUsd(long nanoUsd) {
    boolean wholeCents = nanoUsd % CENT == 0;
    if (wholeCents) return BigDecimal.valueOf(nanoUsd / CENT, 2);
    return BigDecimal.valueOf(nanoUsd, SCALE).stripTrailingZeros();
  }
}
