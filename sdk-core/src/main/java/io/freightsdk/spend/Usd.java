package io.freightsdk.spend;

import java.math.BigDecimal;

/** Reads amounts from callers: plain decimal text or a BigDecimal, never a double. */
final class Usd {
  private Usd() {}

  static BigDecimal of(String what, String amountUsd) {
    try {
      return notNegative(what, new BigDecimal(amountUsd));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          what + ": expected an amount in USD such as \"25.00\", got \"" + amountUsd + "\"", e);
    }
  }

  static BigDecimal notNegative(String what, BigDecimal amountUsd) {
    if (amountUsd.signum() < 0) {
      throw new IllegalArgumentException(
          what + ": expected 0 USD or more, got " + amountUsd.toPlainString() + " USD");
    }
    return amountUsd;
  }
}
