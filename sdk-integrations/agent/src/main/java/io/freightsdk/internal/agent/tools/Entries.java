package io.freightsdk.internal.agent.tools;

import io.freightsdk.Charge;
import io.freightsdk.internal.agent.answers.Failures;
import io.freightsdk.internal.agent.answers.ServiceText;
import io.freightsdk.internal.agent.answers.Times;
import io.freightsdk.internal.agent.answers.ToolErrorException;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the entries of a ledger, and says what they tell of an order. */
final class Entries {
  private Entries() {}

  /**
   * The newest entries, the newest first.
   *
   * @throws ToolErrorException if the ledger cannot say them
   */
  static List<SpendEntry> newest(SpendLedger ledger, SpendFilter filter, int atMost) {
    try {
      return ledger.entries(filter.newestFirst()).limit(atMost).toList();
    } catch (SpendLedgerException e) {
      throw Failures.ledgerAway();
    }
  }

  /**
   * Passes on each entry, the oldest first.
   *
   * @throws ToolErrorException if the ledger cannot say them
   */
  static void each(SpendLedger ledger, SpendFilter filter, Consumer<SpendEntry> each) {
    try {
      ledger.entries(filter).forEach(each);
    } catch (SpendLedgerException e) {
      throw Failures.ledgerAway();
    }
  }

  /** Whether an entry tells of a load that exists. */
  static boolean namesALoad(SpendEntry entry) {
    boolean isSettledAsFree = entry.settledBy() != null && entry.outcome() == Charge.Kind.NONE;
    return !isSettledAsFree && ServiceText.identifier(entry.loadNumber()) != null;
  }

  /**
   * Of the entries of an order, the one that tells of its load: the newest load, because a service
   * that was started again knows no older one, and the first entry of that load, which says when it
   * was bought. Loads are compared by their ids: a number may be given again.
   *
   * @param before what the entries before have told; null for nothing
   */
  static SpendEntry ofTheLoad(@Nullable SpendEntry before, SpendEntry entry) {
    if (before == null) return entry;
    boolean isSame = before.loadId() != null && before.loadId().equals(entry.loadId());
    boolean isLess = namesALoad(before) && !namesALoad(entry);
    return isSame || isLess ? before : entry;
  }

  /** Adds when a load was bought; if that was not by this ledger, since when it is known here. */
  static void addTime(SpendEntry entry, Map<String, @Nullable Object> members) {
    boolean isFound = entry.loadNumber() != null && entry.outcome() != Charge.Kind.CHARGED;
    members.put(isFound ? "knownSince" : "createdAt", Times.text(entry.createdAt()));
  }
}
