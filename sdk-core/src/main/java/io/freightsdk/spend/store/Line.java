package io.freightsdk.spend.store;

import io.freightsdk.spend.SpendEntry;

/**
 * A row of the ledger. It is appended once and changed only when it becomes known what it cost.
 *
 * @param token names the call, in whatever process; unique together with the entry's attempt
 * @param since the ledger's last number when the money was held: a scope that was forgotten later
 *     does not count it
 * @param leastNano the least that it may have cost, in billionths of a USD
 * @param mostNano the most, which limits count
 */
public record Line(SpendEntry entry, String token, long since, long leastNano, long mostNano) {
  /** Whether a balance or a person may still say what it cost. */
  public boolean isOpen() {
    return leastNano < mostNano;
  }
}
