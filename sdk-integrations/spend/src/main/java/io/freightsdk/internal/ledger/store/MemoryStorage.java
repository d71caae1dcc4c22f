package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.Adjustment;
import io.freightsdk.internal.ledger.rules.ChargeState;
import io.freightsdk.internal.ledger.rules.Comparison;
import io.freightsdk.internal.ledger.rules.Entry;
import io.freightsdk.internal.ledger.rules.EntryWithReservations;
import io.freightsdk.internal.ledger.rules.Filter;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.Micros;
import io.freightsdk.internal.ledger.rules.Paths;
import io.freightsdk.internal.ledger.rules.Reservation;
import io.freightsdk.internal.ledger.rules.Totals;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in maps under one lock, which is lost with the process. Above a number of entries it
 * purges the oldest of those that are older than 33 days and known. Rules write after all that they
 * may throw, so there is nothing to roll back.
 */
public final class MemoryStorage implements LedgerStorage {
  /** More than the one entry that a change may make. */
  private static final int PURGED_AT_ONCE = 2;

  /** A key or a load of an account. */
  private record Known(String account, String name) {}

  /** What one operation cost in a scope. */
  private record Cost(String scope, String operation) {}

  /** The order in which entries count: by time, then by number. */
  private record SortKey(long windowTime, long id) implements Comparable<SortKey> {
    private static final Comparator<SortKey> ORDER =
        Comparator.comparingLong(SortKey::windowTime).thenComparingLong(SortKey::id);

    @Override
    public int compareTo(SortKey other) {
      return ORDER.compare(this, other);
    }
  }

  private final Clock clock;
  private final int keptEntries;

  // Guarded by this, like all below.
  private long changes;
  private final NavigableMap<Long, Entry> entries = new TreeMap<>();
  private final Map<Long, List<Reservation>> reservations = new HashMap<>();

  /** The entry of each reservation, by its id. */
  private final Map<String, Long> entryIds = new HashMap<>();

  /** The entries of each key, in their order. */
  private final Map<Known, List<Long>> keys = new HashMap<>();

  /** The entries that name a load. */
  private final Map<Known, List<Long>> loads = new HashMap<>();

  /** The entries of which all is known, in the order in which they count. */
  private final NavigableMap<SortKey, Entry> purgeable = new TreeMap<>();

  /** The entries that each scope counts: those in it and in the scopes inside it. */
  private final Map<String, NavigableMap<SortKey, Entry>> counted = new HashMap<>();

  /** What each scope counted of entries that were purged. */
  private final Map<Cost, Long> purged = new HashMap<>();

  /** What was known of each account from entries that were purged. */
  private final Map<String, Comparison.Known> purgedOfAccounts = new HashMap<>();

  /** What the first comparison of each account read. */
  private final Map<String, Comparison.Reading> firstReadings = new HashMap<>();

  private final Map<String, Adjustment> adjustments = new HashMap<>();

  /**
   * An empty ledger.
   *
   * @param keptEntries above this number, old entries that are known are purged
   */
  public MemoryStorage(Clock clock, int keptEntries) {
    this.clock = clock;
    this.keptEntries = keptEntries;
  }

  @Override
  public synchronized <T> T change(Function<LedgerRows, T> work, Duration atMost) {
    Rows rows = new Rows(++changes);
    T result = work.apply(rows);
    if (entries.size() > keptEntries) {
      int unused = new LedgerRules(rows).purge(Long.MAX_VALUE, PURGED_AT_ONCE);
    }
    return result;
  }

  @Override
  public <T> T storeEnd(Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
    try {
      return change(work, atMost);
    } catch (RuntimeException e) {
      lost.accept(e);
      throw e;
    }
  }

  @Override
  public synchronized <T> T read(Function<LedgerRows, T> work) {
    return work.apply(new Rows(0));
  }

  @Override
  public void close() {}

  private final class Rows implements LedgerRows {
    private final long now = Micros.of(clock.instant());

    /** 0 of a reading, which writes nothing. */
    private final long change;

    Rows(long change) {
      this.change = change;
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public long change() {
      if (change == 0) throw new UnsupportedOperationException("a reading writes nothing");
      return change;
    }

    // --- entries and their reservations ---

    @Override
    public @Nullable EntryWithReservations entryFor(
        String reservationId, String account, @Nullable String key) {
      Long known = entryIds.get(reservationId);
      if (known != null) return entry(known);
      if (key == null) return null;
      return keys.getOrDefault(new Known(account, key), List.of()).stream()
          .map(entries::get)
          .filter(entry -> entry.outcome() != ChargeState.NONE)
          .reduce((older, newer) -> newer)
          .map(this::withReservations)
          .orElse(null);
    }

    @Override
    public @Nullable EntryWithReservations entry(long entryId) {
      Entry entry = entries.get(entryId);
      return entry == null ? null : withReservations(entry);
    }

    private EntryWithReservations withReservations(Entry entry) {
      return new EntryWithReservations(entry, reservations.getOrDefault(entry.id(), List.of()));
    }

    @Override
    public boolean hasBought(String account, String key, String loadId, long otherThanEntry) {
      return loads.getOrDefault(new Known(account, loadId), List.of()).stream()
          .filter(id -> id != otherThanEntry)
          .map(entries::get)
          .filter(entry -> key.equals(entry.key()))
          .anyMatch(entry -> entry.outcome() == ChargeState.CHARGED);
    }

    @Override
    public void insert(Entry entry) {
      long unused = change();
      entries.put(entry.id(), entry);
      if (entry.key() != null) add(keys, entry.account(), entry.key(), entry.id());
      index(entry);
    }

    @Override
    public void update(Entry entry) {
      long unused = change();
      removeFromIndex(entries.put(entry.id(), entry));
      index(entry);
    }

    private void index(Entry entry) {
      if (entry.load().id() != null) add(loads, entry.account(), entry.load().id(), entry.id());
      SortKey key = new SortKey(entry.windowTime(), entry.id());
      if (isKnown(entry)) purgeable.put(key, entry);
      if (entry.amount() == 0) return;
      for (String scope : Paths.around(entry.scope())) {
        counted.computeIfAbsent(scope, any -> new TreeMap<>()).put(key, entry);
      }
    }

    private void removeFromIndex(Entry entry) {
      if (entry.load().id() != null) remove(loads, entry.account(), entry.load().id(), entry.id());
      SortKey key = new SortKey(entry.windowTime(), entry.id());
      Entry unused = purgeable.remove(key);
      for (String scope : Paths.around(entry.scope())) {
        counted.computeIfPresent(
            scope,
            (any, all) -> {
              Entry unused2 = all.remove(key);
              return all.isEmpty() ? null : all;
            });
      }
    }

    private void add(Map<Known, List<Long>> index, String account, String name, long id) {
      index.computeIfAbsent(new Known(account, name), any -> new ArrayList<>(1)).add(id);
    }

    private void remove(Map<Known, List<Long>> index, String account, String name, long id) {
      index.computeIfPresent(
          new Known(account, name),
          (any, ids) -> {
            boolean unused = ids.remove((Long) id);
            return ids.isEmpty() ? null : ids;
          });
    }

    @Override
    public void insert(Reservation reservation) {
      update(reservation);
    }

    @Override
    public void update(Reservation reservation) {
      long unused = change();
      Long before = entryIds.put(reservation.id(), reservation.entryId());
      if (before != null) {
        reservations.computeIfPresent(before, (id, all) -> without(reservation, all));
      }
      List<Reservation> all =
          new ArrayList<>(reservations.getOrDefault(reservation.entryId(), List.of()));
      all.add(reservation);
      reservations.put(reservation.entryId(), List.copyOf(all));
    }

    private List<Reservation> without(Reservation one, List<Reservation> all) {
      return all.stream().filter(other -> !other.id().equals(one.id())).toList();
    }

    // --- what scopes count ---

    @Override
    public long sum(String scope, @Nullable String operation, long since) {
      long sum = since == EVER ? purged(scope, operation) : 0;
      // More than a long holds would turn it negative.
      for (Entry one : countedSince(scope, since)) {
        if (isOf(operation, one)) sum = Math.addExact(sum, one.amount());
      }
      return sum;
    }

    private Collection<Entry> countedSince(String scope, long since) {
      NavigableMap<SortKey, Entry> all = counted.get(scope);
      return all == null ? List.of() : all.tailMap(new SortKey(since, 0), true).values();
    }

    private static boolean isOf(@Nullable String operation, Entry entry) {
      return operation == null || operation.equals(entry.operation());
    }

    private long purged(String scope, @Nullable String operation) {
      if (operation != null) return purged.getOrDefault(new Cost(scope, operation), 0L);
      long sum = 0;
      for (Operation one : Operation.values()) {
        sum += purged.getOrDefault(new Cost(scope, one.id()), 0L);
      }
      return sum;
    }

    @Override
    public @Nullable Long whenSumReaches(
        String scope, @Nullable String operation, long since, long sum) {
      long reached = 0;
      for (Entry one : countedSince(scope, since)) {
        if (isOf(operation, one)) reached += one.amount();
        if (reached >= sum) return one.windowTime();
      }
      return null;
    }

    @Override
    public Totals totals(Filter filter) {
      Totals found = Totals.NOTHING;
      for (Entry entry : entries.values()) {
        if (takes(filter, entry)) found = found.plus(entry, now);
      }
      if (!filter.isOfScopeOnly()) return found;
      String scope = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
      return found.plusCharged(purged(scope, null));
    }

    @Override
    public List<Entry> entries(Filter filter, long afterId, int atMost) {
      return entries.tailMap(afterId, false).values().stream()
          .filter(entry -> takes(filter, entry))
          .limit(atMost)
          .toList();
    }

    @Override
    public List<Entry> newest(Filter filter, long beforeId, int atMost) {
      return entries.headMap(beforeId, false).descendingMap().values().stream()
          .filter(entry -> takes(filter, entry))
          .limit(atMost)
          .toList();
    }

    private boolean takes(Filter filter, Entry entry) {
      return (filter.account() == null || filter.account().equals(entry.account()))
          && (filter.operation() == null || filter.operation().equals(entry.operation()))
          && (filter.loadNumber() == null || filter.loadNumber().equals(entry.load().number()))
          && (filter.customerRef() == null || filter.customerRef().equals(entry.customerRef()))
          && (filter.scope() == null || Paths.isInside(entry.scope(), filter.scope()))
          && (filter.from() == null || entry.madeAt() >= filter.from())
          && (filter.to() == null || entry.madeAt() < filter.to())
          && (!filter.unknownOnly() || entry.isUnknown(now));
    }

    // --- comparisons ---

    @Override
    public Map<String, Comparison.Known> known() {
      Map<String, Comparison.Known> known = new HashMap<>(purgedOfAccounts);
      for (Entry one : entries.values()) {
        known.merge(one.account(), one.known(), Comparison.Known::plus);
      }
      for (Adjustment one : adjustments.values()) {
        Comparison.Known recorded = new Comparison.Known(0, 0, one.amount());
        known.merge(one.account(), recorded, Comparison.Known::plus);
      }
      return known;
    }

    @Override
    public Comparison.@Nullable Reading firstReading(String account) {
      return firstReadings.get(account);
    }

    @Override
    public void insert(Comparison comparison) {
      long unused = change();
      firstReadings.putIfAbsent(comparison.account(), comparison.first());
    }

    @Override
    public boolean hasAdjustment(String id) {
      return adjustments.containsKey(id);
    }

    @Override
    public void insert(Adjustment adjustment) {
      long unused = change();
      adjustments.put(adjustment.id(), adjustment);
    }

    // --- what is old ---

    @Override
    public List<Entry> purgeable(long before, int atMost) {
      return purgeable.headMap(new SortKey(before, 0), false).values().stream()
          .limit(atMost)
          .toList();
    }

    private boolean isKnown(Entry entry) {
      return entry.outcome() == ChargeState.CHARGED || entry.outcome() == ChargeState.NONE;
    }

    @Override
    public void purge(List<Entry> old) {
      long unused = change();
      for (Entry entry : old) {
        for (String scope : Paths.around(entry.scope())) {
          if (entry.amount() == 0) continue;
          purged.merge(new Cost(scope, entry.operation()), entry.amount(), Long::sum);
        }
        purgedOfAccounts.merge(entry.account(), entry.known(), Comparison.Known::plus);
        remove(entry);
      }
    }

    private void remove(Entry entry) {
      removeFromIndex(entry);
      if (entry.key() != null) {
        MemoryStorage.Rows.this.remove(keys, entry.account(), entry.key(), entry.id());
      }
      List<Reservation> gone = reservations.remove(entry.id());
      if (gone != null) gone.forEach(one -> entryIds.remove(one.id()));
      Entry unused = entries.remove(entry.id());
    }
  }
}
