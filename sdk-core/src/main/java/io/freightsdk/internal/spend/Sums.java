package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Line;

/** What lines of the ledger add up to, in billionths of a USD, and how many they are. */
final class Sums {
  private static final int FIELDS = 5;

  long charged;
  long unknown;
  long chargedLines;
  long notChargedLines;
  long unknownLines;

  void add(Line line, int sign) {
    switch (Word.of(line.entry().outcome())) {
      case NOT_CHARGED -> notChargedLines += sign;
      case UNKNOWN -> {
        unknown += sign * line.mostNano();
        unknownLines += sign;
      }
      case CHARGED -> {
        charged += sign * line.mostNano();
        chargedLines += sign;
      }
    }
  }

  void add(Sums more) {
    charged += more.charged;
    unknown += more.unknown;
    chargedLines += more.chargedLines;
    notChargedLines += more.notChargedLines;
    unknownLines += more.unknownLines;
  }

  /** {@code charged,unknown,lines charged,lines not charged,lines unknown}, amounts in USD. */
  String text() {
    return NanoUsd.toUsd(charged).toPlainString()
        + ','
        + NanoUsd.toUsd(unknown).toPlainString()
        + ','
        + chargedLines
        + ','
        + notChargedLines
        + ','
        + unknownLines;
  }

  static Sums parse(String text) {
    String[] parts = text.split(",", FIELDS);
    Sums sums = new Sums();
    sums.charged = NanoUsd.of(new java.math.BigDecimal(parts[0]));
    sums.unknown = NanoUsd.of(new java.math.BigDecimal(parts[1]));
    sums.chargedLines = Long.parseLong(parts[2]);
    sums.notChargedLines = Long.parseLong(parts[3]);
    sums.unknownLines = Long.parseLong(parts[4]);
    return sums;
  }

  SpendTotals totals(boolean complete) {
    return new SpendTotals(
        NanoUsd.toUsd(charged),
        NanoUsd.toUsd(unknown),
        chargedLines,
        notChargedLines,
        unknownLines,
        complete);
  }
}
