package io.freightsdk.internal.spend;

import io.freightsdk.Charge.Kind;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Line;
import java.util.EnumMap;
import java.util.Map;

/** What lines of the ledger add up to, in billionths of a USD, and how many they are, by kind. */
final class Sums {
  private static final class Sum {
    long nano;
    long lines;
  }

  private final Map<Kind, Sum> byKind = new EnumMap<>(Kind.class);

  private Sum of(Kind kind) {
    return byKind.computeIfAbsent(kind, none -> new Sum());
  }

  void add(Line line, int sign) {
    add(line.entry().outcome(), sign * line.mostNano(), sign);
  }

  void add(Sums more) {
    more.byKind.forEach((kind, sum) -> add(kind, sum.nano, sum.lines));
  }

  private void add(Kind kind, long nano, long lines) {
    Sum sum = of(kind);
    sum.nano += nano;
    sum.lines += lines;
  }

  /** {@code UNKNOWN:1:0.65,CHARGED:20:13.00}: lines and their amount. */
  String text() {
    StringBuilder text = new StringBuilder();
    byKind.forEach(
        (kind, sum) -> {
          text.append(text.length() == 0 ? "" : ",").append(kind).append(':');
          text.append(sum.lines).append(':').append(Fields.usd(sum.nano));
        });
    return text.toString();
  }

  static Sums parse(String text) {
    Sums sums = new Sums();
    for (String one : text.split(",", -1)) {
      String[] parts = one.split(":", -1);
      sums.add(Kind.valueOf(parts[0]), Fields.nano(parts[2]), Long.parseLong(parts[1]));
    }
    return sums;
  }

  SpendTotals totals(boolean complete) {
    Sum charged = of(Kind.CHARGED);
    Sum unknown = of(Kind.UNKNOWN);
    return new SpendTotals(
        NanoUsd.toUsd(charged.nano),
        NanoUsd.toUsd(unknown.nano),
        charged.lines,
        of(Kind.NONE).lines,
        unknown.lines,
        complete);
  }
}
