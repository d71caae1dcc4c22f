package io.freightsdk.internal.agent.tools;

import io.freightsdk.Charge;
import io.freightsdk.internal.agent.results.TimeFormat;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.internal.retry.KeyValidity;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An order in the ledger, including calls by other programs. The same reference in another account
 * is another order.
 *
 * @param load the first entry of its newest load; null if none is known. A restarted service knows
 *     no older load. Loads are compared by their ids, because the service may use a number again
 * @param pending the newest entry that may have been charged and has no load; null for none
 */
record LedgerOrder(@Nullable SpendEntry load, @Nullable SpendEntry pending) {

  /** Finds the order whose creations match the filter. */
  static LedgerOrder find(SpendLedger ledger, SpendFilter creations) {
    return of(ledger.entries(creations));
  }

  /** Groups the creations by order, the order with the newest creation first. */
  static List<LedgerOrder> group(List<SpendEntry> newestFirst) {
    Map<String, List<SpendEntry>> groups =
        newestFirst.stream()
            .filter(entry -> hasLoad(entry) || mayBeCharged(entry))
            .collect(
                Collectors.groupingBy(
                    entry -> entry.customerRef() == null ? "#" + entry.id() : entry.customerRef(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return groups.values().stream()
        .map(group -> of(group.stream().sorted(Comparator.comparingLong(SpendEntry::id))))
        .toList();
  }

  private static LedgerOrder of(Stream<SpendEntry> oldestFirst) {
    SpendEntry load = null;
    SpendEntry pending = null;
    for (SpendEntry entry : oldestFirst.toList()) {
      if (hasLoad(entry)) load = isSameLoad(load, entry) ? load : entry;
      else if (mayBeCharged(entry)) pending = entry;
    }
    return new LedgerOrder(load, pending);
  }

  private static boolean hasLoad(SpendEntry entry) {
    boolean isSettledAsFree = entry.settledBy() != null && entry.outcome() == Charge.Kind.NONE;
    return !isSettledAsFree && UntrustedText.identifier(entry.loadNumber()) != null;
  }

  private static boolean mayBeCharged(SpendEntry entry) {
    return entry.amountUsd().signum() != 0;
  }

  private static boolean isSameLoad(@Nullable SpendEntry load, SpendEntry entry) {
    if (load == null) return false;
    // The entry of a call that got no response has only the number.
    return entry.loadId() == null
        ? Objects.equals(load.loadNumber(), entry.loadNumber())
        : entry.loadId().equals(load.loadId());
  }

  /**
   * The idempotency key under which the order may have been charged; null if there is none, or it
   * is no longer valid. Repeated with this key, the order counts once in every limit.
   */
  @Nullable String pendingKey(Instant now) {
    if (pending == null) return null;
    boolean isValid = pending.createdAt().plus(KeyValidity.ASSUMED).isAfter(now);
    return isValid ? pending.idempotencyKey() : null;
  }

  /** The entry of the load; without a load, the pending entry. */
  @Nullable SpendEntry loadOrPending() {
    return load == null ? pending : load;
  }

  /**
   * Adds the time of the creation; if another ledger paid for the load, the time of its first entry
   * here.
   */
  static void addTime(SpendEntry entry, Map<String, @Nullable Object> members) {
    boolean isFound = entry.loadNumber() != null && entry.outcome() != Charge.Kind.CHARGED;
    members.put(isFound ? "knownSince" : "createdAt", TimeFormat.roundedDown(entry.createdAt()));
  }
}
