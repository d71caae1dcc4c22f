package io.freightsdk.spend;

import java.math.BigDecimal;
import java.util.List;

/**
 * What a part of the ledger adds up to, in USD.
 *
 * @param chargedUsd what was charged
 * @param unknownUsd of what it is not known whether it was charged; it counts as spent
 * @param reservedUsd what is set aside for calls on their way, those of other processes too
 * @param limits the use of each limit of the filter's scope, innermost first, and of the guards of
 *     this process; without a scope also of the newest 1,000 that its calls have brought
 */
public record SpendTotals(
    BigDecimal chargedUsd, BigDecimal unknownUsd, BigDecimal reservedUsd, List<LimitUse> limits) {

  /** What was charged and what is unknown together, in USD. */
  public BigDecimal spentUsd() {
    return chargedUsd.add(unknownUsd);
  }
}
