package io.freightsdk.internal.verify;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What goes wrong. In each mishap more loads are wanted than the cap allows. */
public interface Mishap {
  /** In a few words, for a row of a table. */
  String title();

  void happen(Scene scene) throws Exception;

  /** The window of a cap in which it shows; null for a cap of all time. */
  default @Nullable Duration window() {
    return null;
  }

  /** Enough for everything, unless the mishap is about it. */
  default BigDecimal balanceUsd(Money money) {
    return money.cap().max(money.higher()).multiply(BigDecimal.valueOf(100));
  }

  /**
   * How much may be taken over the cap, and told wrongly, because a price that rises counts from
   * the next reading.
   */
  default BigDecimal announced(Money money) {
    return BigDecimal.ZERO;
  }

  /** How many loads have to fit, so that it can show. */
  default int room() {
    return 10;
  }
}
