package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.spend.SpendEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sums of purged entries, which limits, totals and comparisons still count.
 *
 * @param amounts the amounts in billionths of a USD, without amounts of 0
 * @param accounts the totals of each account, without accounts that paid nothing
 */
record PurgedSums(Map<Key, Long> amounts, Map<String, AccountTotals> accounts) {
  /** A scope and an operation. The scope counts the entries of the scopes inside it, too. */
  record Key(String scope, String operation) {}

  static PurgedSums of(List<SpendEntry> entries) {
    Map<Key, Long> amounts = new HashMap<>();
    Map<String, AccountTotals> accounts = new HashMap<>();
    for (SpendEntry entry : entries) {
      accounts.merge(entry.accountId(), AccountTotals.of(entry), AccountTotals::plus);
      long amount = NanoUsd.of(entry.amountUsd());
      for (String scope : ScopePaths.enclosing(entry.scope())) {
        amounts.merge(new Key(scope, entry.operation()), amount, Math::addExact);
      }
    }
    amounts.values().removeIf(amount -> amount == 0);
    accounts.values().removeIf(totals -> totals.maxUsd().signum() == 0);
    return new PurgedSums(amounts, accounts);
  }
}
