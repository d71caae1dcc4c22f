package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.BalanceComparison;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * The balance of an account at a comparison, and its totals in the ledger; the account's first one
 * is the baseline of later comparisons.
 *
 * @param at time at which it was stored
 * @param totals the minimum from before the balance was requested, the rest from after the response
 */
public record BalanceReading(Instant at, BigDecimal balanceUsd, AccountTotals totals) {
  public BalanceReading {
    balanceUsd = Usd.round(balanceUsd);
  }

  /** Compares this balance with the first balance of the account. */
  BalanceComparison since(BalanceReading first, String accountId) {
    BigDecimal adjustments = totals.adjustmentsUsd().subtract(first.totals.adjustmentsUsd());
    BigDecimal debited = first.balanceUsd.subtract(balanceUsd).add(adjustments);
    BigDecimal min = totals.minUsd().subtract(first.totals.maxUsd()).max(BigDecimal.ZERO);
    BigDecimal max = totals.maxUsd().subtract(first.totals.minUsd()).max(BigDecimal.ZERO);
    return new BalanceComparison(
        accountId,
        first.at,
        at,
        balanceUsd,
        Usd.normalize(debited),
        Usd.normalize(min),
        Usd.normalize(max),
        Usd.normalize(adjustments),
        Usd.normalize(unexplained(debited, min, max)));
  }

  /** Above 0 if the service debited more than the ledger knows, below 0 if it debited less. */
  private static BigDecimal unexplained(BigDecimal debited, BigDecimal min, BigDecimal max) {
    if (debited.compareTo(max) > 0) return debited.subtract(max);
    return debited.subtract(min).min(BigDecimal.ZERO);
  }
}
