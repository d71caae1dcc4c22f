package io.freightsdk.internal.agent.results;

import io.freightsdk.Charge;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Writes amounts of money as text for a model: at least two decimals, never an exponent. Not a JSON
 * number, which could become {@code 1} instead of {@code 1.00}.
 */
public final class MoneyFormat {
  private MoneyFormat() {}

  public static String decimal(BigDecimal amount) {
    BigDecimal plain = amount.stripTrailingZeros();
    // This only adds digits, so nothing is rounded.
    return plain.setScale(Math.max(2, plain.scale()), RoundingMode.UNNECESSARY).toPlainString();
  }

  /** The remainder of a balance or a limit, rounded down to four decimals. */
  public static String remaining(BigDecimal amount) {
    return decimal(amount.setScale(4, RoundingMode.FLOOR));
  }

  /** The amount of a charge; {@code unknown} for an unknown charge. */
  public static String charged(Charge charge) {
    BigDecimal amount = charge.amountUsd();
    return amount == null ? "unknown" : decimal(amount);
  }

  /** The charge of a failed call as a sentence. */
  static String chargeSentence(Charge charge) {
    return switch (charge.kind()) {
      case NONE -> "Nothing was charged.";
      case CHARGED -> charged(charge) + " USD was charged.";
      case UNKNOWN -> "It is not known whether it was charged.";
    };
  }
}
