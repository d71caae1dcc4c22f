package io.freightsdk.spend;

import java.math.BigDecimal;

/**
 * What a part of the ledger adds up to.
 *
 * @param chargedUsd money the service is known to have taken
 * @param unknownUsd money whose fate is not known; it counts as spent
 * @param charged number of charged entries
 * @param notCharged number of entries that cost nothing
 * @param unknown number of entries with unknown outcome
 * @param complete false if the store has dropped entries that may belong to this part
 */
public record SpendTotals(
    BigDecimal chargedUsd,
    BigDecimal unknownUsd,
    long charged,
    long notCharged,
    long unknown,
    boolean complete) {

  /** Charged and unknown money together: what limits count. */
  public BigDecimal spentUsd() {
    return chargedUsd.add(unknownUsd);
  }
}
