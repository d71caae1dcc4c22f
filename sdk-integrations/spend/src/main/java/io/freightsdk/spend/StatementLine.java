package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.Usd;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * The spending of a scope on one day. Amounts are in USD, without refunded charges.
 *
 * @param day the day of the calls, in the time zone of the statement
 * @param scope the path of the scope. {@link SpendScope#displayPath} makes customers' ids readable
 * @param count the number of entries that were charged or may have been charged
 * @param chargedUsd the sum of charges
 * @param unknownUsd the sum of unknown charges and of calls in progress
 */
public record StatementLine(
    LocalDate day, String scope, int count, BigDecimal chargedUsd, BigDecimal unknownUsd) {

  static StatementLine empty(LocalDate day, String scope) {
    return new StatementLine(day, scope, 0, Usd.ZERO, Usd.ZERO);
  }

  StatementLine plus(SpendEntry entry) {
    boolean isCharged = entry.outcome() == Charge.Kind.CHARGED;
    return new StatementLine(
        day,
        scope,
        count + 1,
        isCharged ? chargedUsd.add(entry.amountUsd()) : chargedUsd,
        isCharged ? unknownUsd : unknownUsd.add(entry.amountUsd()));
  }
}
