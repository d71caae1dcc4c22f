package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendEntry;
import java.math.BigDecimal;

/**
 * The sums of an account's entries and adjustments, for comparisons with its balance.
 *
 * @param minUsd minimum cost of its calls
 * @param maxUsd maximum cost of its calls
 * @param adjustmentsUsd sum of its adjustments: above 0 if they raised the balance
 */
public record AccountTotals(BigDecimal minUsd, BigDecimal maxUsd, BigDecimal adjustmentsUsd) {
  public static final AccountTotals NOTHING = new AccountTotals(Usd.ZERO, Usd.ZERO, Usd.ZERO);

  public AccountTotals {
    minUsd = Usd.normalize(minUsd);
    maxUsd = Usd.normalize(maxUsd);
    adjustmentsUsd = Usd.normalize(adjustmentsUsd);
  }

  /** The amounts of an entry before a refund, which has an adjustment of its own. */
  public static AccountTotals of(SpendEntry entry) {
    return new AccountTotals(
        entry.minUsd().add(entry.refundedUsd()),
        entry.amountUsd().add(entry.refundedUsd()),
        Usd.ZERO);
  }

  public AccountTotals plus(AccountTotals other) {
    return new AccountTotals(
        minUsd.add(other.minUsd),
        maxUsd.add(other.maxUsd),
        adjustmentsUsd.add(other.adjustmentsUsd));
  }
}
