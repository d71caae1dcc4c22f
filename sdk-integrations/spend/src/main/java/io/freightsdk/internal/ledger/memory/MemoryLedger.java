package io.freightsdk.internal.ledger.memory;

import io.freightsdk.internal.ledger.ChargeState;
import io.freightsdk.internal.ledger.Comparison;
import io.freightsdk.internal.ledger.Entry;
import io.freightsdk.internal.ledger.Filter;
import io.freightsdk.internal.ledger.History;
import io.freightsdk.internal.ledger.LedgerRows;
import io.freightsdk.internal.ledger.LedgerRules;
import io.freightsdk.internal.ledger.LedgerStorage;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.ledger.Paths;
import io.freightsdk.internal.ledger.Reservation;
import io.freightsdk.internal.ledger.Totals;
import io.freightsdk.internal.ledger.Windows;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in maps under one lock, which is lost with the process. Of the entries that are older
 * than two days and known it keeps the newest ones; limits and totals count the others as before.
 */
public final class MemoryLedger implements LedgerStorage {
  /** Each change makes one entry at most. */
  private static final int FORGOTTEN_AT_ONCE = 2;

  /** So long what a window has passed is brought up to date; then the window is added up. */
  private static final long OF_USE = TimeUnit.HOURS.toMicros(1);

  /** When an entry counts; of one time by its number. */
  private record Place(long countsAt, long id) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::countsAt).thenComparingLong(Place::id);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  private record Counter(long charged, long open) {
    static final Counter ZERO = new Counter(0, 0);

    // What is more than a long holds is refused, and not a debt.
    Counter charged(long more) {
      return new Counter(Math.addExact(charged, more), open);
    }

    Counter open(long more) {
      return new Counter(charged, Math.addExact(open, more));
    }

    long all() {
      return Math.addExact(charged, open);
    }
  }

  /** What had left a window at a time. */
  private record Passed(long amount, long until) {}

  private final Clock clock;
  private final int keptEntries;

  // Guarded by this, like all below.
  private long lastId;
  private final NavigableMap<Long, Entry> entries = new TreeMap<>();
  private final Map<String, Reservation> reservations = new HashMap<>();
  private final Map<Long, List<Reservation>> ofEntries = new HashMap<>();

  /** The entries of each key, in their order. */
  private final Map<String, List<Long>> keys = new HashMap<>();

  /** What the entries of each scope count, with those of the scopes inside it. */
  private final Map<String, NavigableMap<Place, Long>> amounts = new HashMap<>();

  /** What has ever been counted in each scope, and what of it was charged. */
  private final Map<String, Counter> counters = new HashMap<>();

  /**
   * Of each scope what its windows have passed, by their spans, so that a large one is not added up
   * each time.
   */
  private final Map<String, Map<String, Passed>> passed = new HashMap<>();

  private @Nullable Comparison comparison;

  /** What takes back the change that is being made, the last first. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  /**
   * An empty ledger.
   *
   * @param keptEntries how many old entries that are known stay readable
   */
  public MemoryLedger(Clock clock, int keptEntries) {
    this.clock = clock;
    this.keptEntries = keptEntries;
  }

  @Override
  public synchronized <T> T change(Function<LedgerRows, T> work, Duration atMost) {
    boolean done = false;
    try {
      Rows rows = new Rows(true);
      T result = work.apply(rows);
      if (entries.size() > keptEntries) {
        int unused = new LedgerRules(rows).purge(Long.MAX_VALUE, FORGOTTEN_AT_ONCE);
      }
      done = true;
      return result;
    } finally {
      if (!done) undo.forEach(Runnable::run);
      undo.clear();
    }
  }

  @Override
  public synchronized <T> T read(Function<LedgerRows, T> work) {
    return work.apply(new Rows(false));
  }

  @Override
  public void close() {}

  /** The only way to change a map; null removes. */
  private <K, V> void set(Map<K, V> map, K key, @Nullable V value) {
    V before = value == null ? map.remove(key) : map.put(key, value);
    undo.push(
        () -> {
          if (before == null) map.remove(key);
          else map.put(key, before);
        });
  }

  private final class Rows implements LedgerRows {
    private final long now = Micros.of(clock.instant());
    private final boolean mayWrite;

    Rows(boolean mayWrite) {
      this.mayWrite = mayWrite;
    }

    private void writes() {
      if (!mayWrite) throw new UnsupportedOperationException("a reading writes nothing");
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public @Nullable History historyOf(String reservationId, @Nullable String key) {
      Reservation known = reservations.get(reservationId);
      if (known != null) return history(known.entryId());
      List<Long> ofKey = ofKey(key);
      return ofKey.isEmpty() ? null : history(ofKey.get(ofKey.size() - 1));
    }

    private List<Long> ofKey(@Nullable String key) {
      return key == null ? List.of() : keys.getOrDefault(key, List.of());
    }

    @Override
    public @Nullable History earlier(Entry entry) {
      return ofKey(entry.key()).stream()
          .filter(id -> id < entry.id())
          .map(entries::get)
          .filter(one -> one.outcome() != ChargeState.NONE)
          .reduce((before, after) -> after)
          .map(one -> history(one.id()))
          .orElse(null);
    }

    @Override
    public @Nullable History history(long entryId) {
      Entry entry = entries.get(entryId);
      return entry == null ? null : new History(entry, reservations(entryId));
    }

    private List<Reservation> reservations(long entryId) {
      return ofEntries.getOrDefault(entryId, List.of());
    }

    @Override
    public List<Long> counted(List<SpendLimit> limits) {
      List<Long> counted = new ArrayList<>();
      for (SpendLimit limit : limits) {
        boolean isTotal = limit.kind() == SpendLimit.Kind.TOTAL;
        counted.add(isTotal ? counter(limit.scope()).all() : countedInWindow(limit));
      }
      return counted;
    }

    /** What was ever counted, less what the window has passed. */
    private long countedInWindow(SpendLimit limit) {
      long begin = Windows.begin(limit, now);
      long total = counter(limit.scope()).all();
      String span = String.valueOf(limit.zone() == null ? limit.window() : limit.zone());
      Passed kept = passed.getOrDefault(limit.scope(), Map.of()).get(span);
      long amount;
      if (kept != null && kept.until <= begin && begin - kept.until < OF_USE) {
        amount = kept.amount + sum(between(limit.scope(), kept.until, begin));
      } else {
        amount = total - sum(between(limit.scope(), begin, Long.MAX_VALUE));
      }
      if (mayWrite && amounts.containsKey(limit.scope())) {
        Map<String, Passed> ofScope = passed.computeIfAbsent(limit.scope(), any -> new HashMap<>());
        set(ofScope, span, new Passed(amount, begin));
      }
      return total - amount;
    }

    private long sum(NavigableMap<Place, Long> amounts) {
      return amounts.values().stream().mapToLong(Long::longValue).sum();
    }

    private NavigableMap<Place, Long> between(String scope, long from, long to) {
      NavigableMap<Place, Long> all = amounts.getOrDefault(scope, Collections.emptyNavigableMap());
      return all.subMap(new Place(from, 0), true, new Place(to, 0), false);
    }

    /** Windows that have passed where an amount was, or where it is now, are added up anew. */
    private void forgetPassed(String scope, Place place) {
      Map<String, Passed> ofScope = passed.getOrDefault(scope, Map.of());
      boolean isPassed = ofScope.values().stream().anyMatch(one -> place.countsAt < one.until);
      if (isPassed) set(passed, scope, null);
    }

    private Counter counter(String scope) {
      return counters.getOrDefault(scope, Counter.ZERO);
    }

    @Override
    public Totals totals(Filter filter) {
      Totals found = Totals.NOTHING;
      for (Entry entry : entries.values()) {
        if (takes(filter, entry)) found = found.plus(entry, now);
      }
      if (!filter.isOfScopeOnly()) return found;
      Counter ever = counter(filter.scope() == null ? SpendScope.CLIENT : filter.scope());
      return new Totals(ever.charged, ever.open - found.reserved(), found.reserved());
    }

    private NavigableMap<Place, Long> inWindow(SpendLimit limit) {
      return between(limit.scope(), Windows.begin(limit, now), Long.MAX_VALUE);
    }

    @Override
    public @Nullable Long firstCounted(SpendLimit limit) {
      NavigableMap<Place, Long> counted = inWindow(limit);
      return counted.isEmpty() ? null : (Long) counted.firstKey().countsAt();
    }

    @Override
    public List<Entry> entries(Filter filter, long afterId, int atMost) {
      return entries.tailMap(afterId, false).values().stream()
          .filter(entry -> takes(filter, entry))
          .limit(atMost)
          .toList();
    }

    private boolean takes(Filter filter, Entry entry) {
      return (filter.operation() == null || filter.operation().equals(entry.operation()))
          && (filter.loadNumber() == null || filter.loadNumber().equals(entry.loadNumber()))
          && (filter.customerRef() == null || filter.customerRef().equals(entry.customerRef()))
          && (filter.scope() == null || Paths.isInside(entry.scopes(), filter.scope()))
          && (filter.from() == null || entry.madeAt() >= filter.from())
          && (filter.to() == null || entry.madeAt() < filter.to())
          && (!filter.unknownOnly() || entry.isUnknown(now));
    }

    @Override
    public long nextId() {
      writes();
      return ++lastId;
    }

    @Override
    public void insert(Reservation reservation) {
      update(reservation);
    }

    @Override
    public void update(Reservation reservation) {
      writes();
      set(reservations, reservation.id(), reservation);
      List<Reservation> all = new ArrayList<>(reservations(reservation.entryId()));
      all.removeIf(one -> one.id().equals(reservation.id()));
      all.add(reservation);
      set(ofEntries, reservation.entryId(), List.copyOf(all));
    }

    @Override
    public void put(@Nullable Entry before, Entry after) {
      writes();
      set(entries, after.id(), after);
      if (after.key() != null && before == null) {
        List<Long> all = new ArrayList<>(ofKey(after.key()));
        all.add(after.id());
        set(keys, after.key(), List.copyOf(all));
      }
      if (before != null) count(before, -1);
      count(after, 1);
    }

    private void count(Entry entry, int sign) {
      if (entry.amount() == 0) return;
      Place place = new Place(entry.countsAt(), entry.id());
      for (String scope : Paths.around(entry.scopes())) {
        NavigableMap<Place, Long> all = amounts.computeIfAbsent(scope, any -> new TreeMap<>());
        set(all, place, sign > 0 ? (Long) entry.amount() : null);
        forgetPassed(scope, place);
        Counter before = counter(scope);
        boolean isCharged = entry.outcome() == ChargeState.CHARGED;
        long more = sign * entry.amount();
        set(counters, scope, isCharged ? before.charged(more) : before.open(more));
      }
    }

    @Override
    public @Nullable Comparison lastComparison() {
      return comparison;
    }

    @Override
    public void put(Comparison made) {
      writes();
      Comparison before = comparison;
      undo.push(() -> comparison = before);
      comparison = made;
    }

    @Override
    public Comparison.Spent spent(
        Comparison.Reading from, Comparison.Reading to, @Nullable List<Entry> only) {
      Comparison.Spent spent = Comparison.Spent.NOTHING;
      for (Entry entry : only == null ? entries.values() : only) {
        spent = spent.plus(entry, entry.takenUntil(reservations(entry.id())), from, to);
      }
      return spent;
    }

    @Override
    public List<Entry> known(long before, int atMost) {
      return entries.values().stream()
          .takeWhile(entry -> entry.madeAt() < before)
          .filter(entry -> isKnown(entry) && entry.countsAt() < before)
          .limit(atMost)
          .toList();
    }

    private boolean isKnown(Entry entry) {
      return entry.outcome() == ChargeState.CHARGED || entry.outcome() == ChargeState.NONE;
    }

    @Override
    public void delete(List<Entry> old) {
      writes();
      old.forEach(this::delete);
    }

    private void delete(Entry entry) {
      set(entries, entry.id(), null);
      for (Reservation one : reservations(entry.id())) set(reservations, one.id(), null);
      set(ofEntries, entry.id(), null);
      String key = entry.key();
      if (key != null) {
        List<Long> left = ofKey(key).stream().filter(id -> id != entry.id()).toList();
        set(keys, key, left.isEmpty() ? null : left);
      }
      Place place = new Place(entry.countsAt(), entry.id());
      for (String scope : Paths.around(entry.scopes())) {
        NavigableMap<Place, Long> all = amounts.get(scope);
        if (all == null) continue;
        set(all, place, null);
        if (!all.isEmpty()) continue;
        set(amounts, scope, null);
        set(passed, scope, null);
      }
    }
  }
}
