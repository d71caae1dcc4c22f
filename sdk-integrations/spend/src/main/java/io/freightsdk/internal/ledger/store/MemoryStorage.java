package io.freightsdk.internal.ledger.store;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.BalanceReading;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.LimitPeriod;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.internal.ledger.rules.StoredEntry;
import io.freightsdk.internal.ledger.rules.StoredReservation;
import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in maps under one lock, which is lost with the process. Above a number of entries it
 * purges the oldest entries that are older than 33 days and not unknown. Rules write after every
 * statement that may throw, so there is nothing to roll back.
 */
public final class MemoryStorage implements LedgerStorage {
  /** More than the one entry that a change may create. */
  private static final int PURGE_SIZE = 2;

  /** A key or a reference of an account. */
  private record IndexKey(String accountId, String value) {}

  /** The order in which entries count: by time, then by number. */
  private record SortKey(Instant chargeableUntil, long id) implements Comparable<SortKey> {
    private static final Comparator<SortKey> ORDER =
        Comparator.comparing(SortKey::chargeableUntil).thenComparingLong(SortKey::id);

    static SortKey of(StoredEntry stored) {
      return new SortKey(stored.chargeableUntil(), stored.entry().id());
    }

    @Override
    public int compareTo(SortKey other) {
      return ORDER.compare(this, other);
    }
  }

  /** The amount of an entry, as a number that is fast to add up. */
  private record CountedAmount(String operation, long nanoUsd) {
    boolean hasOperation(@Nullable Operation wanted) {
      return wanted == null || wanted.id().equals(operation);
    }
  }

  private final Clock clock;
  private final int keptEntries;

  // Guarded by this, like all below.
  private long changes;

  /** By their numbers. */
  private final NavigableMap<Long, StoredEntry> entries = new TreeMap<>();

  /** The entry of each reservation, by its id. */
  private final Map<String, Long> entryIds = new HashMap<>();

  /** The entries of each key, in their order. */
  private final Map<IndexKey, List<Long>> keys = new HashMap<>();

  /** The entries of each reference, in their order. */
  private final Map<IndexKey, List<Long>> references = new HashMap<>();

  /** The entries with a certain outcome, in the order in which they count. */
  private final NavigableSet<SortKey> certain = new TreeSet<>();

  /** The amounts that each scope counts, including the scopes inside it. */
  private final Map<String, NavigableMap<SortKey, CountedAmount>> amounts = new HashMap<>();

  /** The amounts of purged entries, in billionths of a USD. */
  private final Map<PurgedSums.Key, Long> purged = new HashMap<>();

  private final Map<String, AccountTotals> purgedOfAccounts = new HashMap<>();
  private final Map<String, BalanceReading> firstReadings = new HashMap<>();

  /** By their ids. */
  private final NavigableMap<String, BalanceAdjustment> adjustments = new TreeMap<>();

  /**
   * An empty ledger.
   *
   * @param keptEntries above this number, old entries with a certain outcome are purged
   */
  public MemoryStorage(Clock clock, int keptEntries) {
    this.clock = clock;
    this.keptEntries = keptEntries;
  }

  @Override
  public synchronized <T> T change(Function<LedgerRows, T> work, Duration atMost) {
    changes++;
    Rows rows = new Rows();
    T result = work.apply(rows);
    if (entries.size() > keptEntries) {
      int unused = new LedgerRules(rows).purge(Instant.MAX, PURGE_SIZE);
    }
    return result;
  }

  @Override
  public <T> T storeOutcome(
      Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> onLost) {
    try {
      return change(work, atMost);
    } catch (RuntimeException e) {
      onLost.accept(e);
      throw e;
    }
  }

  @Override
  public synchronized <T> T read(Function<LedgerRows, T> work) {
    return work.apply(new Rows());
  }

  @Override
  public void close() {}

  private final class Rows implements LedgerRows {
    private final Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public long changeNumber() {
      return changes;
    }

    // --- entries and their reservations ---

    @Override
    public @Nullable StoredEntry entryFor(
        String reservationId, String accountId, @Nullable String key) {
      Long entryId = entryIds.get(reservationId);
      if (entryId != null) return entry(entryId);
      if (key == null) return null;
      return find(keys, accountId, key)
          .filter(stored -> stored.entry().outcome() != Charge.Kind.NONE)
          .reduce((older, newer) -> newer)
          .orElse(null);
    }

    private Stream<StoredEntry> find(
        Map<IndexKey, List<Long>> index, String accountId, String name) {
      return index.getOrDefault(new IndexKey(accountId, name), List.of()).stream()
          .map(entries::get);
    }

    @Override
    public @Nullable StoredEntry entry(long entryId) {
      return entries.get(entryId);
    }

    @Override
    public boolean hasPaidFor(String loadId, String accountId, String key, long otherThanEntry) {
      return find(keys, accountId, key)
          .map(StoredEntry::entry)
          .filter(entry -> entry.id() != otherThanEntry && loadId.equals(entry.loadId()))
          .anyMatch(entry -> entry.outcome() == Charge.Kind.CHARGED);
    }

    @Override
    public @Nullable String loadNumberOf(String accountId, String customerRef) {
      return find(references, accountId, customerRef)
          .map(stored -> stored.entry().loadNumber())
          .filter(Objects::nonNull)
          .reduce((older, newer) -> newer)
          .orElse(null);
    }

    @Override
    public void setLoadNumberIfAbsent(String accountId, String customerRef, String loadNumber) {
      find(references, accountId, customerRef)
          .filter(stored -> stored.entry().loadNumber() == null)
          .forEach(stored -> update(stored.withLoadNumber(loadNumber)));
    }

    @Override
    public void insert(StoredEntry stored) {
      SpendEntry entry = stored.entry();
      StoredEntry unused2 = entries.put(entry.id(), stored);
      if (entry.idempotencyKey() != null) {
        add(keys, entry.accountId(), entry.idempotencyKey(), entry.id());
      }
      if (entry.customerRef() != null) {
        add(references, entry.accountId(), entry.customerRef(), entry.id());
      }
      index(stored);
    }

    @Override
    public void update(StoredEntry stored) {
      removeFromIndex(entries.put(stored.entry().id(), stored));
      index(stored);
    }

    private void index(StoredEntry stored) {
      SpendEntry entry = stored.entry();
      SortKey sortKey = SortKey.of(stored);
      if (entry.outcome() != Charge.Kind.UNKNOWN) certain.add(sortKey);
      if (entry.amountUsd().signum() == 0) return;
      CountedAmount amount = new CountedAmount(entry.operation(), NanoUsd.of(entry.amountUsd()));
      for (String scope : ScopePaths.enclosing(entry.scope())) {
        amounts.computeIfAbsent(scope, any -> new TreeMap<>()).put(sortKey, amount);
      }
    }

    private void removeFromIndex(StoredEntry stored) {
      SortKey sortKey = SortKey.of(stored);
      certain.remove(sortKey);
      for (String scope : ScopePaths.enclosing(stored.entry().scope())) {
        amounts.computeIfPresent(
            scope,
            (any, counted) -> {
              CountedAmount unused2 = counted.remove(sortKey);
              return counted.isEmpty() ? null : counted;
            });
      }
    }

    private void add(Map<IndexKey, List<Long>> index, String accountId, String name, long id) {
      index.computeIfAbsent(new IndexKey(accountId, name), any -> new ArrayList<>(1)).add(id);
    }

    private void remove(Map<IndexKey, List<Long>> index, String accountId, String name, long id) {
      index.computeIfPresent(
          new IndexKey(accountId, name),
          (any, ids) -> {
            ids.remove((Long) id);
            return ids.isEmpty() ? null : ids;
          });
    }

    @Override
    public void insert(StoredReservation reservation) {
      update(reservation);
    }

    @Override
    public void update(StoredReservation reservation) {
      entryIds.put(reservation.id(), reservation.entryId());
    }

    // --- amounts ---

    @Override
    public List<BigDecimal> sums(List<LimitPeriod> periods) {
      return periods.stream().map(this::sum).toList();
    }

    private BigDecimal sum(LimitPeriod period) {
      long sum = period.isEver() ? purged(period.scope(), period.operation()) : 0;
      // An overflow would make the sum negative.
      for (CountedAmount amount : countedIn(period).values()) {
        if (amount.hasOperation(period.operation())) sum = Math.addExact(sum, amount.nanoUsd);
      }
      return NanoUsd.toUsd(sum);
    }

    private NavigableMap<SortKey, CountedAmount> countedIn(LimitPeriod period) {
      return amounts
          .getOrDefault(period.scope(), new TreeMap<>())
          .tailMap(new SortKey(period.since(), 0), true);
    }

    private long purged(String scope, @Nullable Operation operation) {
      Collection<Operation> operations =
          operation == null ? List.of(Operation.values()) : List.of(operation);
      return operations.stream()
          .mapToLong(each -> purged.getOrDefault(new PurgedSums.Key(scope, each.id()), 0L))
          .sum();
    }

    @Override
    public @Nullable Instant whenRunningTotalReaches(LimitPeriod period, BigDecimal sum) {
      long wanted = NanoUsd.of(sum);
      long reached = 0;
      for (Map.Entry<SortKey, CountedAmount> counted : countedIn(period).entrySet()) {
        if (counted.getValue().hasOperation(period.operation()))
          reached += counted.getValue().nanoUsd;
        if (reached >= wanted) return counted.getKey().chargeableUntil;
      }
      return null;
    }

    @Override
    public SpendTotals totals(SpendFilter filter) {
      BigDecimal charged = Usd.ZERO;
      BigDecimal unknown = Usd.ZERO;
      BigDecimal reserved = Usd.ZERO;
      for (SpendEntry entry : matching(filter, entries)) {
        if (entry.inProgress()) reserved = reserved.add(entry.amountUsd());
        else if (entry.unknown()) unknown = unknown.add(entry.amountUsd());
        else charged = charged.add(entry.amountUsd());
      }
      if (filter.includesPurged()) {
        charged = charged.add(NanoUsd.toUsd(purged(ScopePaths.of(filter.scope()), null)));
      }
      return new SpendTotals(
          Usd.normalize(charged), Usd.normalize(unknown), Usd.normalize(reserved));
    }

    @Override
    public List<SpendEntry> entries(SpendFilter filter, long afterId, int atMost) {
      NavigableMap<Long, StoredEntry> next =
          filter.isNewestFirst()
              ? entries.headMap(afterId, false).descendingMap()
              : entries.tailMap(afterId, false);
      List<SpendEntry> found = new ArrayList<>();
      for (SpendEntry entry : matching(filter, next)) {
        found.add(entry);
        if (found.size() == atMost) break;
      }
      return found;
    }

    private Iterable<SpendEntry> matching(SpendFilter filter, Map<Long, StoredEntry> from) {
      return () ->
          from.values().stream()
              .map(stored -> stored.asOf(now))
              .filter(entry -> matches(filter, entry))
              .iterator();
    }

    private boolean matches(SpendFilter filter, SpendEntry entry) {
      String scope = ScopePaths.of(filter.scope());
      return (filter.accountId() == null || filter.accountId().equals(entry.accountId()))
          && (filter.operation() == null || filter.operation().id().equals(entry.operation()))
          && (filter.loadNumber() == null || filter.loadNumber().equals(entry.loadNumber()))
          && (filter.customerRef() == null || filter.customerRef().equals(entry.customerRef()))
          && ScopePaths.isInside(entry.scope(), scope)
          && (filter.from() == null || !entry.createdAt().isBefore(filter.from()))
          && (filter.to() == null || entry.createdAt().isBefore(filter.to()))
          && (!filter.isOnlyUnknown() || entry.unknown())
          && (!filter.isOnlyUncertainAmount() || StoredEntry.hasUncertainAmount(entry));
    }

    // --- comparisons ---

    @Override
    public Map<String, AccountTotals> accountTotals() {
      Map<String, AccountTotals> totals = new HashMap<>(purgedOfAccounts);
      for (StoredEntry stored : entries.values()) {
        AccountTotals ofEntry = AccountTotals.of(stored.entry());
        totals.merge(stored.entry().accountId(), ofEntry, AccountTotals::plus);
      }
      for (BalanceAdjustment adjustment : adjustments.values()) {
        AccountTotals adjusted = new AccountTotals(Usd.ZERO, Usd.ZERO, adjustment.amountUsd());
        totals.merge(adjustment.accountId(), adjusted, AccountTotals::plus);
      }
      return totals;
    }

    @Override
    public @Nullable BalanceReading firstReading(String accountId) {
      return firstReadings.get(accountId);
    }

    @Override
    public void insert(long id, BalanceReading reading, BalanceComparison comparison) {
      firstReadings.putIfAbsent(comparison.accountId(), reading);
    }

    @Override
    public void insertIfAbsent(String id, BalanceAdjustment adjustment) {
      adjustments.putIfAbsent(id, adjustment);
    }

    @Override
    public List<BalanceAdjustment> adjustments(Instant from, Instant to) {
      return adjustments.values().stream()
          .filter(each -> !each.recordedAt().isBefore(from) && each.recordedAt().isBefore(to))
          .sorted(Comparator.comparing(BalanceAdjustment::recordedAt))
          .toList();
    }

    // --- purging ---

    @Override
    public int purge(Instant before, int atMost) {
      List<SpendEntry> old =
          certain.headSet(new SortKey(before, 0)).stream()
              .limit(atMost)
              .map(key -> Objects.requireNonNull(entries.get(key.id())).entry())
              .toList();
      PurgedSums sums = PurgedSums.of(old);
      sums.amounts().forEach((key, amount) -> purged.merge(key, amount, Math::addExact));
      sums.accounts()
          .forEach(
              (account, totals) -> purgedOfAccounts.merge(account, totals, AccountTotals::plus));
      old.forEach(this::remove);
      return old.size();
    }

    private void remove(SpendEntry entry) {
      StoredEntry stored = Objects.requireNonNull(entries.remove(entry.id()));
      removeFromIndex(stored);
      stored.reservations().forEach(each -> entryIds.remove(each.id()));
      if (entry.idempotencyKey() != null) {
        remove(keys, entry.accountId(), entry.idempotencyKey(), entry.id());
      }
      if (entry.customerRef() != null) {
        remove(references, entry.accountId(), entry.customerRef(), entry.id());
      }
    }
  }
}
