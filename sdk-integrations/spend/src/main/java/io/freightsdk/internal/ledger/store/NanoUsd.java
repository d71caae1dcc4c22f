package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.Usd;
import java.math.BigDecimal;

/** Amounts as whole billionths of a USD, as tables store them. A long holds nine billion USD. */
final class NanoUsd {
  private NanoUsd() {}

  /**
   * Converts an amount of at most nine decimals.
   *
   * @throws ArithmeticException if a long cannot hold it
   */
  static long of(BigDecimal usd) {
    return usd.movePointRight(Usd.SCALE).longValueExact();
  }

  static BigDecimal toUsd(long nanoUsd) {
    return Usd.normalize(BigDecimal.valueOf(nanoUsd, Usd.SCALE));
  }
}
