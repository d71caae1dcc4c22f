package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendTotals;

/**
 * What reservations and lines add up to, in billionths of a USD, and how many lines they are.
 *
 * @param held set aside by running calls
 * @param spent what limits count of calls that have ended, unknown ones included
 */
public record Sums(
    long held,
    long spent,
    long charged,
    long unknown,
    long chargedLines,
    long notChargedLines,
    long unknownLines) {
  public static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0, 0);

  static Sums held(long amount) {
    return new Sums(amount, 0, 0, 0, 0, 0, 0);
  }

  static Sums spent(long amount) {
    return new Sums(0, amount, 0, 0, 0, 0, 0);
  }

  static Sums of(SpendEntry entry, int sign) {
    return of(entry.outcome(), sign, sign * NanoUsd.spent(entry.amountUsd()));
  }

  /** So many lines of one outcome. */
  public static Sums of(Charge.Kind outcome, long lines, long amount) {
    return switch (outcome) {
      case CHARGED -> new Sums(0, 0, amount, 0, lines, 0, 0);
      case NONE -> new Sums(0, 0, 0, 0, 0, lines, 0);
      case UNKNOWN -> new Sums(0, 0, 0, amount, 0, 0, lines);
    };
  }

  public Sums plus(Sums more) {
    return new Sums(
        held + more.held,
        spent + more.spent,
        charged + more.charged,
        unknown + more.unknown,
        chargedLines + more.chargedLines,
        notChargedLines + more.notChargedLines,
        unknownLines + more.unknownLines);
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
