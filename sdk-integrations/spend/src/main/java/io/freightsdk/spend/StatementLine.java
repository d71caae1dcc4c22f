package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.Usd;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * What a scope spent on a day. Amounts are in USD; what was refunded counts nothing.
 *
 * @param day in the zone of the statement, of the times at which its calls were made
 * @param scope path, which {@link SpendScope#displayPath} shows with the ids of customers
 * @param count of the entries that cost something, or may have
 * @param chargedUsd what was charged
 * @param unknownUsd what may have been charged, with calls in progress
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
