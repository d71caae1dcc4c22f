package io.freightsdk.examples.crash;

import java.math.BigDecimal;

/**
 * What a wallet says that a call has cost.
 *
 * @param isOpen whether it says that it does not know whether it cost this or nothing
 */
record Told(BigDecimal usd, boolean isOpen) {
  static final Told NOTHING = new Told(BigDecimal.ZERO, false);

  static Told charged(BigDecimal usd) {
    return new Told(usd, false);
  }

  static Told perhaps(BigDecimal usd) {
    return new Told(usd, true);
  }
}
