package io.freightsdk.spend;

import io.freightsdk.internal.ledger.Comparison;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.ledger.NanoUsd;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * What the service's balance and the ledger say of the time since the last comparison. Amounts are
 * in USD. What was on its way at either end counts between the least and the most.
 *
 * @param at when the balance was read, by the clock of the ledger
 * @param balanceUsd that the service named
 * @param takenUsd what the service took since the last comparison; below 0 if more came than went;
 *     0 in the first
 * @param leastUsd what the ledger knows to be charged since then
 * @param mostUsd what may have been charged since then
 * @param differenceUsd what the ledger does not explain: above 0 if more went than it knows, below
 *     0 if money came, such as a top-up
 */
public record BalanceComparison(
    Instant at,
    BigDecimal balanceUsd,
    BigDecimal takenUsd,
    BigDecimal leastUsd,
    BigDecimal mostUsd,
    BigDecimal differenceUsd) {

  static BalanceComparison of(Comparison made) {
    return new BalanceComparison(
        Micros.instant(made.reading().to()),
        NanoUsd.toUsd(made.reading().balance()),
        NanoUsd.toUsd(made.taken()),
        NanoUsd.toUsd(made.least()),
        NanoUsd.toUsd(made.most()),
        NanoUsd.toUsd(made.difference()));
  }

  /** Whether the ledger explains what the service took. */
  public boolean agrees() {
    return differenceUsd.signum() == 0;
  }
}
