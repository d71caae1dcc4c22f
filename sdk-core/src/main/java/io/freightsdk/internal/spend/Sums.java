package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendTotals;

/** Running totals of some entries. Not safe for concurrent use. */
final class Sums {
  private long chargedNano;
  private long unknownNano;
  private long charged;
  private long notCharged;
  private long unknown;

  void add(SpendEntry entry, int sign) {
    long amount = sign * NanoUsd.spent(entry.amountUsd());
    switch (entry.outcome()) {
      case CHARGED -> {
        charged += sign;
        chargedNano += amount;
      }
      case NOT_CHARGED -> notCharged += sign;
      case UNKNOWN -> {
        unknown += sign;
        unknownNano += amount;
      }
    }
  }

  long chargedNano() {
    return chargedNano;
  }

  void add(Sums other) {
    chargedNano += other.chargedNano;
    unknownNano += other.unknownNano;
    charged += other.charged;
    notCharged += other.notCharged;
    unknown += other.unknown;
  }

  SpendTotals totals(boolean complete) {
    return new SpendTotals(
        NanoUsd.toUsd(chargedNano),
        NanoUsd.toUsd(unknownNano),
        charged,
        notCharged,
        unknown,
        complete);
  }
}
