package io.freightsdk.spend;

import java.math.BigDecimal;

/**
 * The totals of a part of the ledger.
 *
 * @param chargedUsd amount in USD that was charged
 * @param unknownUsd amount in USD of which it is not known whether it was charged; it counts as
 *     spent
 * @param charged number of charged entries
 * @param notCharged number of entries that were not charged
 * @param unknown number of entries with an unknown charge
 * @param complete false if the store has deleted entries that may belong to this part
 */
public record SpendTotals(
    BigDecimal chargedUsd,
    BigDecimal unknownUsd,
    long charged,
    long notCharged,
    long unknown,
    boolean complete) {

  /** Charged and unknown amounts together, in USD: what limits count. */
  public BigDecimal spentUsd() {
    return chargedUsd.add(unknownUsd);
  }
}
