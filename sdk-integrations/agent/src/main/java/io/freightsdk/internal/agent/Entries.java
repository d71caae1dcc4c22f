package io.freightsdk.internal.agent;

import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import java.util.List;
import java.util.function.Consumer;

/** Walks through the entries of a ledger, the oldest first. */
final class Entries {
  private static final int PAGE = 1_000;

  private Entries() {}

  /**
   * @throws Refusal if the ledger cannot say them
   */
  static void each(SpendLedger ledger, SpendFilter filter, Consumer<SpendEntry> each) {
    try {
      List<SpendEntry> page;
      long last = 0;
      do {
        page = ledger.entries(filter, last, PAGE);
        if (!page.isEmpty()) last = page.get(page.size() - 1).id();
        page.forEach(each);
      } while (page.size() == PAGE);
    } catch (SpendLedgerException e) {
      throw Failures.ledgerAway();
    }
  }
}
