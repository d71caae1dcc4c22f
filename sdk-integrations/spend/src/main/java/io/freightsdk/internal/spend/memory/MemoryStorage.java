package io.freightsdk.internal.spend.memory;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Head;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.Paths;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.State;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.spend.SpendScope;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in memory, which is lost with the process: maps under one lock. It forgets closed lines
 * beyond a number, keys two days after their day, and scopes that were idle for 31 days.
 */
public final class MemoryStorage implements Storage {
  private static final long KEY_KEPT = TimeUnit.DAYS.toMicros(3);

  /** Longer than a request is on its way: a comparison asks for what has just ended. */
  private static final long CALL_KEPT = TimeUnit.MINUTES.toMicros(10);

  private static final long SCOPE_KEPT = TimeUnit.DAYS.toMicros(31);
  private static final int MEMORIES_KEPT = 30_000;

  /** Forgotten at once, so that not each new one has to look for the next. */
  private static final int MEMORIES_LEAVING = MEMORIES_KEPT / 10;

  /**
   * A line by its name.
   *
   * @param line null while only a reservation of the entry is written
   */
  private record Named(@Nullable Line line, List<Reservation> reservations) {
    static final Named NOTHING = new Named(null, List.of());
  }

  /** What is remembered, and when it was put, counted. */
  private record Kept(Memory memory, long number) {}

  /** The sums of one scope. */
  private static final class Scope {
    final Map<Sum.Kind, NavigableMap<Long, Long>> kinds = new EnumMap<>(Sum.Kind.class);
    long usedAt;

    NavigableMap<Long, Long> of(Sum.Kind kind) {
      return kinds.getOrDefault(kind, EMPTY);
    }
  }

  private static final NavigableMap<Long, Long> EMPTY =
      Collections.unmodifiableNavigableMap(new TreeMap<>());

  private record Expiry(long at, String id) implements Comparable<Expiry> {
    @Override
    public int compareTo(Expiry other) {
      return at != other.at ? Long.compare(at, other.at) : id.compareTo(other.id);
    }
  }

  private final Clock clock;
  private final int keptEntries;
  private final boolean forgets;

  /** Guarded by this, like all below. */
  private Head head;

  private long lastId;
  private final NavigableMap<Long, Line> lines = new TreeMap<>();

  /** Numbers of the lines that may be forgotten, the lowest first. */
  private final NavigableMap<Long, Boolean> closed = new TreeMap<>();

  /** Entries of calls without a key that are listed no more, and by their number. */
  private final NavigableMap<Long, Entry> leaving = new TreeMap<>();

  private final Map<String, Named> named = new HashMap<>();
  private final NavigableMap<Expiry, Reservation> pending = new TreeMap<>();
  private final Map<String, Scope> scopes = new HashMap<>();
  private final NavigableMap<String, Kept> memories = new TreeMap<>();
  private long memoriesPut;

  /** What takes back the change that is being made, the last first. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  /**
   * An empty ledger.
   *
   * @param keptEntries how many closed lines stay readable
   */
  public MemoryStorage(Clock clock, int keptEntries) {
    this(clock, keptEntries, true);
  }

  private MemoryStorage(Clock clock, int keptEntries, boolean forgets) {
    this.clock = clock;
    this.keptEntries = keptEntries;
    this.forgets = forgets;
    this.head = Head.begin(Micros.of(clock.instant()));
  }

  /** An empty ledger that forgets nothing before it is purged. */
  public static MemoryStorage thatKeepsEverything(Clock clock) {
    return new MemoryStorage(clock, Integer.MAX_VALUE, false);
  }

  @Override
  public synchronized <T> T change(Function<Rows, T> work) {
    boolean done = false;
    try {
      T result = work.apply(new InMemory(Micros.of(clock.instant()), true));
      done = true;
      return result;
    } finally {
      if (!done) undo.forEach(Runnable::run);
      undo.clear();
    }
  }

  @Override
  public synchronized <T> T look(Function<Rows, T> work) {
    return work.apply(new InMemory(Micros.of(clock.instant()), false));
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void close() {}

  /** The only way to change a map. */
  private <K, V> void set(Map<K, V> map, K key, @Nullable V value) {
    V before = value == null ? map.remove(key) : map.put(key, value);
    undo.push(
        () -> {
          if (before == null) map.remove(key);
          else map.put(key, before);
        });
  }

  private static boolean isClosed(Line line) {
    return !(line instanceof Entry entry) || (!entry.running() && !entry.isOpen());
  }

  /** The rows of one change or look. */
  private final class InMemory implements Rows {
    private final long now;
    private final boolean mayWrite;

    InMemory(long now, boolean mayWrite) {
      this.now = now;
      this.mayWrite = mayWrite;
    }

    private void writes() {
      if (!mayWrite) throw new UnsupportedOperationException("a look writes nothing");
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public Head head() {
      return head;
    }

    @Override
    public void put(Head changed) {
      writes();
      Head before = head;
      undo.push(() -> head = before);
      head = changed;
      if (Objects.equals(before.comparison(), changed.comparison())) return;
      mark(before.comparison());
      mark(changed.comparison());
      forget();
    }

    @Override
    public long nextId() {
      writes();
      return ++lastId;
    }

    @Override
    public Found find(String name, List<Sum.Range> ranges) {
      Named found = named.getOrDefault(name, Named.NOTHING);
      Entry entry = found.line instanceof Entry known ? known : null;
      return new Found(entry, found.reservations, sums(ranges));
    }

    @Override
    public void retire(Entry entry) {
      writes();
      Entry retired = entry.retired();
      List<Reservation> moved =
          named.getOrDefault(entry.name(), Named.NOTHING).reservations.stream()
              .map(reservation -> reservation.of(retired.name()))
              .toList();
      set(named, entry.name(), null);
      set(named, retired.name(), new Named(retired, moved));
      if (lines.containsKey(retired.id())) set(lines, retired.id(), retired);
      for (Reservation each : moved) {
        Expiry expiry = new Expiry(each.expires(), each.id());
        if (each.state() == State.PENDING) set(pending, expiry, each);
      }
    }

    @Override
    public @Nullable Entry retired(String name, String reservationId) {
      for (Named known : named.values()) {
        if (!(known.line instanceof Entry entry) || !entry.name().startsWith(name + ' ')) continue;
        boolean hasIt = known.reservations.stream().anyMatch(r -> r.id().equals(reservationId));
        if (hasIt) return entry;
      }
      return null;
    }

    @Override
    public Map<Sum, Long> sums(List<Sum.Range> ranges) {
      Map<Sum, Long> found = new HashMap<>();
      for (Sum.Range range : ranges) {
        Scope scope = scopes.get(range.scope());
        if (scope == null) continue;
        NavigableMap<Long, Long> slots = scope.of(range.kind());
        // From key to key: a view of the map is several objects, and most ranges have one slot.
        @Nullable Long slot = slots.ceilingKey(range.from());
        while (slot != null && slot < range.to()) {
          found.put(new Sum(range.scope(), range.kind(), slot), slots.get(slot));
          slot = slots.higherKey(slot);
        }
      }
      return found;
    }

    @Override
    public void add(Map<Sum, Long> amounts) {
      writes();
      amounts.forEach(
          (sum, nano) -> {
            Scope scope = scopes.computeIfAbsent(sum.scope(), any -> new Scope());
            scope.usedAt = now;
            NavigableMap<Long, Long> slots =
                scope.kinds.computeIfAbsent(sum.kind(), any -> new TreeMap<>());
            long after = Math.addExact(slots.getOrDefault(sum.slot(), 0L), nano);
            assert after >= 0 : sum + " would be " + after;
            set(slots, sum.slot(), after == 0 ? null : (Long) after);
          });
    }

    @Override
    public void put(Reservation reservation) {
      writes();
      Named before = named.getOrDefault(reservation.entry(), Named.NOTHING);
      List<Reservation> all = new ArrayList<>(before.reservations);
      all.removeIf(known -> known.id().equals(reservation.id()));
      all.add(reservation);
      set(named, reservation.entry(), new Named(before.line, List.copyOf(all)));
      boolean isPending = reservation.state() == State.PENDING;
      Expiry expiry = new Expiry(reservation.expires(), reservation.id());
      set(pending, expiry, isPending ? reservation : null);
    }

    @Override
    public List<Reservation> expired(int atMost) {
      if (pending.isEmpty() || pending.firstKey().at > now) return List.of();
      return pending.values().stream()
          .takeWhile(reservation -> reservation.expires() <= now)
          .limit(atMost)
          .toList();
    }

    @Override
    public long lastExpiry(String scope) {
      long last = 0;
      for (Reservation running : pending.values()) {
        if (!(line(running.entry()) instanceof Entry entry)) continue;
        if (!Paths.isInside(entry.scopes(), scope)) continue;
        last = Math.max(last, Math.max(running.expires(), entry.countsAt()));
      }
      return last;
    }

    @Override
    public void put(Line line) {
      writes();
      Named before = named.getOrDefault(line.name(), Named.NOTHING);
      set(named, line.name(), new Named(line, before.reservations));
      set(lines, line.id(), line);
      mark(line.id());
      forget();
    }

    /** Says of a line whether it may be forgotten: the comparison that the head names may not. */
    private void mark(@Nullable Long id) {
      Line line = id == null ? null : lines.get(id);
      if (line == null) return;
      boolean mayGo = isClosed(line) && !Objects.equals(line.id(), head.comparison());
      set(closed, line.id(), mayGo ? Boolean.TRUE : null);
    }

    /** Forgets the closed lines that are too many. */
    private void forget() {
      while (closed.size() > keptEntries) {
        Line oldest = Objects.requireNonNull(lines.get(closed.firstKey()));
        unlist(oldest);
        if (!(oldest instanceof Entry entry)) forgetName(oldest);
        else if (entry.key() == null) set(leaving, entry.id(), entry);
      }
      while (!leaving.isEmpty() && leaving.firstEntry().getValue().saidAt() < now - CALL_KEPT) {
        Entry oldest = leaving.firstEntry().getValue();
        set(leaving, oldest.id(), null);
        forgetName(oldest);
      }
    }

    private void unlist(Line line) {
      set(lines, line.id(), null);
      set(closed, line.id(), null);
    }

    private void forgetName(Line line) {
      Named known = named.get(line.name());
      if (known == null || known.line == null || known.line.id() != line.id()) return;
      set(named, line.name(), null);
    }

    @Override
    public @Nullable Line line(long id) {
      return lines.get(id);
    }

    @Override
    public @Nullable Line line(String name) {
      return named.getOrDefault(name, Named.NOTHING).line;
    }

    @Override
    public List<Line> lines(Filter filter, long afterId, int atMost) {
      return lines.tailMap(afterId, false).values().stream()
          .filter(filter::takes)
          .limit(atMost)
          .toList();
    }

    @Override
    public Totals totals(Filter filter) {
      long charged = 0;
      long unknown = 0;
      long reserved = 0;
      Map<Charge.Kind, Long> counts = new EnumMap<>(Charge.Kind.class);
      for (Line line : lines.values()) {
        if (!(line instanceof Entry entry) || !filter.takes(entry)) continue;
        reserved += entry.held();
        if (entry.running()) continue;
        counts.merge(entry.outcome(), 1L, Long::sum);
        switch (entry.outcome()) {
          case CHARGED -> charged += entry.most();
          case UNKNOWN -> unknown += entry.most();
          case NONE -> {}
        }
      }
      return new Totals(
          charged,
          unknown,
          reserved,
          counts.getOrDefault(Charge.Kind.CHARGED, 0L),
          counts.getOrDefault(Charge.Kind.UNKNOWN, 0L),
          counts.getOrDefault(Charge.Kind.NONE, 0L));
    }

    @Override
    public List<Entry> recent(long since) {
      List<Entry> found = new ArrayList<>();
      for (Named known : named.values()) {
        if (!(known.line instanceof Entry entry)) continue;
        boolean isRecent = entry.saidAt() >= since && entry.outcome() != Charge.Kind.NONE;
        if (entry.running() || isRecent) found.add(entry);
      }
      return found;
    }

    @Override
    public int drop(long before, int atMost) {
      writes();
      List<Line> old =
          closed.keySet().stream()
              .map(id -> Objects.requireNonNull(lines.get(id)))
              .filter(line -> line.at() < before)
              .sorted(Comparator.comparing(Line::at).thenComparing(Line::id))
              .limit(atMost)
              .toList();
      old.forEach(this::unlist);
      old.forEach(this::forgetName);
      return old.size();
    }

    /** Also forgets what no rule asks for any more. */
    @Override
    public void sweep() {
      writes();
      scopes.values().forEach(this::sweep);
      if (forgets) {
        removeIf(scopes, scope -> isIdle(scope.getKey(), scope.getValue()));
        removeIf(named, known -> isOldKey(known.getValue()));
      }
      removeIf(memories, kept -> kept.getValue().memory.until() <= now);
    }

    private void sweep(Scope scope) {
      for (Sum.Kind kind : Sum.Kind.SLOTS) {
        List<Long> old = List.copyOf(scope.of(kind).headMap(now - kind.kept()).keySet());
        for (Long slot : old) set(scope.of(kind), slot, null);
      }
      removeIf(scope.kinds, kind -> kind.getValue().isEmpty());
    }

    private <K, V> void removeIf(Map<K, V> map, Predicate<Map.Entry<K, V>> condition) {
      List<K> old = map.entrySet().stream().filter(condition).map(Map.Entry::getKey).toList();
      for (K key : old) set(map, key, null);
    }

    private boolean isIdle(String path, Scope scope) {
      boolean isNamed = path.startsWith(SpendScope.CLIENT + "/");
      boolean mayChange =
          scope.kinds.containsKey(Sum.Kind.HELD) || scope.kinds.containsKey(Sum.Kind.UNKNOWN);
      return isNamed && !mayChange && scope.usedAt < now - SCOPE_KEPT;
    }

    private boolean isOldKey(Named known) {
      return known.line instanceof Entry entry
          && entry.key() != null
          && isClosed(entry)
          && entry.at() < now - KEY_KEPT;
    }

    @Override
    public @Nullable Memory memory(String name) {
      Kept kept = memories.get(name);
      return kept == null ? null : kept.memory;
    }

    @Override
    public List<Memory> memories(String prefix) {
      return memories.tailMap(prefix, true).values().stream()
          .map(kept -> kept.memory)
          .takeWhile(memory -> memory.name().startsWith(prefix))
          .toList();
    }

    @Override
    public void put(Memory memory) {
      writes();
      set(memories, memory.name(), new Kept(memory, ++memoriesPut));
      if (!forgets || memories.size() <= MEMORIES_KEPT) return;
      List<String> oldest =
          memories.values().stream()
              .sorted(Comparator.comparingLong(kept -> kept.number))
              .limit(MEMORIES_LEAVING)
              .map(kept -> kept.memory.name())
              .toList();
      for (String name : oldest) set(memories, name, null);
    }

    @Override
    public void forget(String name) {
      writes();
      set(memories, name, null);
    }
  }
}
