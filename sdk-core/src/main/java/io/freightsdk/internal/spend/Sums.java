package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;

/** Running totals of some entries. Not safe for concurrent use. */
final class Sums {
  private BigDecimal chargedUsd = BigDecimal.ZERO;
  private BigDecimal unknownUsd = BigDecimal.ZERO;
  private long charged;
  private long notCharged;
  private long unknown;

  void add(SpendEntry entry) {
    switch (entry.outcome()) {
      case CHARGED -> {
        charged++;
        chargedUsd = chargedUsd.add(entry.amountUsd());
      }
      case NOT_CHARGED -> notCharged++;
      case UNKNOWN -> {
        unknown++;
        unknownUsd = unknownUsd.add(entry.amountUsd());
      }
    }
  }

  /** Counts an entry that was unknown under its new outcome. */
  void settle(SpendEntry unknownBefore, SpendEntry settled) {
    unknown--;
    unknownUsd = unknownUsd.subtract(unknownBefore.amountUsd());
    add(settled);
  }

  BigDecimal chargedUsd() {
    return chargedUsd;
  }

  SpendTotals totals(boolean complete) {
    return new SpendTotals(chargedUsd, unknownUsd, charged, notCharged, unknown, complete);
  }
}
