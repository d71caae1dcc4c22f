package io.freightsdk.spend.jdbc;

import java.math.BigDecimal;

/** How amounts and scope paths read in and out of SQL. */
final class Amounts {
  private Amounts() {}

  /** A NUMERIC as people write it: at least whole cents, no trailing zeros beyond. */
  static BigDecimal shown(BigDecimal amount) {
    if (amount.signum() == 0) return BigDecimal.ZERO;
    BigDecimal stripped = amount.stripTrailingZeros();
    return stripped.scale() < 2 ? stripped.setScale(2) : stripped;
  }

  /** A LIKE pattern, escaped by {@code !}, for the scopes inside one. */
  static String inside(String path) {
    return path.replace("_", "!_") + "/%";
  }
}
