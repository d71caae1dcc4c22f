package io.freightsdk.spend;

import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.NanoUsd;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * A comparison of the ledger with the service's balance: what the service has taken since the
 * opening lies between what was surely charged and what may have been charged, or something else
 * moved money. Always {@code openingUsd - charged + unexplainedUsd = balanceUsd}, for a charged
 * amount between {@code leastUsd} and {@code mostUsd}.
 *
 * @param at when they were compared, by the clock of the ledger
 * @param balanceUsd balance that the service named, in USD
 * @param openingUsd balance at the opening, with what was adjusted since
 * @param leastUsd what was surely charged since the opening
 * @param mostUsd what may have been charged since the opening, calls on their way included
 * @param unexplainedUsd at least so much has to be added to get the balance: above 0 if money came
 *     untold, below 0 if others spent; 0 if the balance fits. At most it is farther from 0 by
 *     {@code mostUsd - leastUsd}, because nobody knows which of that was charged
 * @param settled how many unknown entries this comparison settled
 * @param open how many unknown entries are left in the ledger
 * @param openedAnew whether the ledger starts again from this balance
 * @param reason why it does; empty if it does not
 */
public record Reconciliation(
    Instant at,
    BigDecimal balanceUsd,
    BigDecimal openingUsd,
    BigDecimal leastUsd,
    BigDecimal mostUsd,
    BigDecimal unexplainedUsd,
    int settled,
    int open,
    boolean openedAnew,
    String reason) {

  static Reconciliation of(Line.Comparison made) {
    return new Reconciliation(
        Micros.instant(made.at()),
        NanoUsd.toUsd(made.balance()),
        NanoUsd.toUsd(made.opening()),
        NanoUsd.toUsd(made.least()),
        NanoUsd.toUsd(made.most()),
        NanoUsd.toUsd(made.unexplained()),
        made.settled(),
        made.open(),
        made.openedAnew(),
        made.reason());
  }

  /** Whether the balance fits what the ledger knows. */
  public boolean agrees() {
    return unexplainedUsd.signum() == 0;
  }

  /** The result in one or two sentences, with its amounts and what to do. */
  public String explanation() {
    String found =
        agrees()
            ? "ledger and balance agree at %s, %s charged since the opening"
                .formatted(usd(balanceUsd), range(leastUsd, mostUsd))
            : "the balance is %s %s than the ledger explains, and is booked as unexplained; next time tell ledger.adjust before the comparison, not after it"
                .formatted(
                    range(nearest(), farthest()), unexplainedUsd.signum() > 0 ? "higher" : "lower");
    String left = "%d unknown entries settled, %d left".formatted(settled, open);
    String then =
        openedAnew ? "; the ledger starts again from this balance, because " + reason : "";
    return found + "; " + left + then;
  }

  private BigDecimal nearest() {
    return unexplainedUsd.abs();
  }

  /** By how much, if what is unknown was charged, or was not. */
  private BigDecimal farthest() {
    return unexplainedUsd.abs().add(mostUsd.subtract(leastUsd));
  }

  private static String range(BigDecimal least, BigDecimal most) {
    return least.compareTo(most) == 0 ? usd(least) : usd(least) + " to " + usd(most);
  }

  private static String usd(BigDecimal amountUsd) {
    return amountUsd.toPlainString() + " USD";
  }
}
