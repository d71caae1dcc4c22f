package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest entries of a ledger in memory, every unknown one, and running totals of all. Not safe
 * for concurrent use.
 */
final class EntryLog {
  /**
   * More unknown entries than this mean that nobody reconciles; the oldest are then taken as
   * charged.
   */
  private static final int MAX_UNKNOWN = 100_000;

  private final int keptEntries;
  private final Deque<LedgerLine> kept = new ArrayDeque<>();
  private final Map<Long, LedgerLine> unknown = new LinkedHashMap<>();
  private final Sums all = new Sums();
  private final Map<Operation, Sums> byOperation = new EnumMap<>(Operation.class);
  private long lastId;
  private boolean dropped;

  EntryLog(int keptEntries) {
    this.keptEntries = keptEntries;
  }

  long nextId() {
    return ++lastId;
  }

  void add(LedgerLine line) {
    SpendEntry entry = line.entry;
    all.add(entry);
    of(entry.operation()).add(entry);
    if (entry.outcome() == SpendOutcome.UNKNOWN) unknown.put(entry.id(), line);
    if (kept.size() == keptEntries) {
      kept.poll();
      dropped = true;
    }
    if (keptEntries > 0) kept.add(line);
  }

  void settle(LedgerLine line, SpendEntry settled) {
    all.settle(line.entry, settled);
    of(line.entry.operation()).settle(line.entry, settled);
    unknown.remove(line.entry.id());
    line.entry = settled;
  }

  @Nullable LedgerLine unknown(long id) {
    return unknown.get(id);
  }

  /** The unknown entry that is one too many, if there is one. */
  @Nullable LedgerLine excessUnknown() {
    if (unknown.size() <= MAX_UNKNOWN) return null;
    return unknown.values().iterator().next();
  }

  List<SpendEntry> unknown() {
    return unknown.values().stream().map(line -> line.entry).toList();
  }

  BigDecimal chargedUsd() {
    return all.chargedUsd();
  }

  List<SpendEntry> matching(SpendFilter filter) {
    List<SpendEntry> matching = new ArrayList<>();
    for (LedgerLine line : kept) {
      if (filter.matches(line.entry)) matching.add(line.entry);
    }
    return matching;
  }

  /** Running totals where the filter allows it, else the sum of what is kept. */
  SpendTotals totals(SpendFilter filter) {
    Operation operation = filter.operation();
    if (filter.equals(SpendFilter.all())) return all.totals(true);
    if (operation != null && filter.equals(SpendFilter.all().operation(operation))) {
      return of(operation).totals(true);
    }

    Sums sums = new Sums();
    for (SpendEntry entry : matching(filter)) sums.add(entry);
    return sums.totals(!dropped || isKeptSince(filter));
  }

  private boolean isKeptSince(SpendFilter filter) {
    LedgerLine oldest = kept.peek();
    return filter.from() != null && oldest != null && oldest.entry.at().isBefore(filter.from());
  }

  private Sums of(Operation operation) {
    return byOperation.computeIfAbsent(operation, any -> new Sums());
  }
}
