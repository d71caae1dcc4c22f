package io.freightsdk.spend;

import java.math.BigDecimal;

/**
 * What a part of the ledger adds up to. What is set aside for calls on their way is in neither
 * amount.
 *
 * @param chargedUsd amount in USD that was charged
 * @param unknownUsd amount in USD of which it is not known whether it was charged; it counts as
 *     spent
 */
public record SpendTotals(BigDecimal chargedUsd, BigDecimal unknownUsd) {

  /** Charged and unknown amounts together, in USD: what limits count. */
  public BigDecimal spentUsd() {
    return chargedUsd.add(unknownUsd);
  }
}
