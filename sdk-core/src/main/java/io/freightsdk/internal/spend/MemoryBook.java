package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A book in memory: it stores what it is told. Guarded by its store's lock. */
final class MemoryBook implements Book {
  /** More unknown entries than this mean that nobody reconciles. */
  private static final int MAX_UNKNOWN = 100_000;

  /** Keys whose money was taken; beyond this the oldest are given up. */
  private static final int MAX_KEYS = 100_000;

  private final int keptEntries;
  private final Map<String, MemoryScope> scopes = new HashMap<>();
  private final Map<Long, Reservation> uncertain = new LinkedHashMap<>();
  private final Map<String, Reservation> byKey = new HashMap<>();
  private final LinkedHashMap<Long, Reservation> charged = new LinkedHashMap<>();
  private final TreeMap<Long, Line> kept = new TreeMap<>();
  private final TreeMap<Long, Line> unknown = new TreeMap<>();

  /** Entry after which a scope was forgotten, as long as earlier ones are kept. */
  private final LinkedHashMap<String, Long> forgotten = new LinkedHashMap<>();

  private Header header = Header.NEW;
  private long now = Long.MIN_VALUE;
  private long lastReservation;
  private long lastEntry;
  private long earliestEnd = Long.MAX_VALUE;
  private boolean forgot;

  MemoryBook(int keptEntries) {
    this.keptEntries = keptEntries;
  }

  void moveTo(long micros) {
    now = Math.max(now, micros);
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public void header(Header header) {
    this.header = header;
  }

  @Override
  public long nextReservation() {
    return ++lastReservation;
  }

  @Override
  public long nextEntry() {
    return ++lastEntry;
  }

  @Override
  public long lastEntry() {
    return lastEntry;
  }

  @Override
  public long held(String scope) {
    MemoryScope known = scopes.get(scope);
    return known == null ? 0 : known.held;
  }

  @Override
  public long spent(String scope) {
    MemoryScope known = scopes.get(scope);
    return known == null ? 0 : known.spent;
  }

  @Override
  public long forgottenUpTo(String scope) {
    return forgotten.getOrDefault(scope, 0L);
  }

  private MemoryScope scope(String path) {
    MemoryScope known = scopes.get(path);
    if (known != null) return known;
    MemoryScope fresh = new MemoryScope();
    scopes.put(path, fresh);
    return fresh;
  }

  private MemoryScope.@Nullable Ring find(String scope, Window window) {
    MemoryScope known = scopes.get(scope);
    return known == null ? null : known.windows.get(window);
  }

  @Override
  public long sum(Ring ring) {
    MemoryScope.Ring cells = find(ring.scope(), ring.window());
    return cells == null ? -1 : cells.sum(ring.oldestSlot());
  }

  @Override
  public List<Slot> slots(Ring ring) {
    MemoryScope.Ring cells = find(ring.scope(), ring.window());
    return cells == null ? List.of() : cells.slots(ring.oldestSlot());
  }

  @Override
  public void track(Ring ring) {
    scope(ring.scope()).windows.put(ring.window(), new MemoryScope.Ring());
  }

  @Override
  public List<Ring> tracked(Collection<String> paths) {
    List<Ring> rings = new ArrayList<>(4);
    for (String path : paths) {
      for (Window window : scope(path).windows.keySet()) rings.add(new Ring(path, window, 0));
    }
    return rings;
  }

  @Override
  public void add(String scope, Window window, long slot, long amount) {
    MemoryScope.Ring cells = find(scope, window);
    if (cells != null) cells.add(slot, amount);
  }

  @Override
  public void add(Collection<String> paths, Operation operation, long held, long spent) {
    for (String path : paths) {
      MemoryScope scope = scope(path);
      scope.held += held;
      scope.spent += spent;
    }
  }

  @Override
  public void forget(String scope) {
    List<String> inside =
        scopes.keySet().stream().filter(path -> ScopePaths.isInside(path, scope)).toList();
    for (String path : inside) {
      scopes.remove(path);
      forgotten.remove(path);
      forgotten.put(path, lastEntry);
      forgot = true;
    }
    forgotten.values().removeIf(upTo -> kept.isEmpty() || upTo < kept.firstKey());
  }

  @Override
  public @Nullable Reservation byKey(String key) {
    return byKey.get(key);
  }

  @Override
  public @Nullable Reservation reservation(long id) {
    Reservation known = uncertain.get(id);
    return known != null ? known : charged.get(id);
  }

  @Override
  public @Nullable Reservation byCall(String token) {
    for (Reservation known : uncertain.values()) if (known.has(token)) return known;
    for (Reservation known : charged.values()) if (known.has(token)) return known;
    return null;
  }

  /** A lower bound until it is reached, so that a call that ends costs no search. */
  @Override
  public long earliestEnd() {
    if (earliestEnd <= now) {
      earliestEnd = Long.MAX_VALUE;
      for (Reservation known : uncertain.values()) note(known);
      for (Reservation known : charged.values()) note(known);
    }
    return earliestEnd;
  }

  private void note(Reservation reservation) {
    earliestEnd = Math.min(earliestEnd, reservation.earliestEnd());
  }

  @Override
  public boolean isIdle() {
    return uncertain.values().stream().noneMatch(Reservation::isHeld);
  }

  @Override
  public List<Reservation> ended(long by) {
    List<Reservation> ended = new ArrayList<>();
    for (Reservation known : uncertain.values()) if (known.earliestEnd() <= by) ended.add(known);
    for (Reservation known : charged.values()) if (known.earliestEnd() <= by) ended.add(known);
    return ended;
  }

  @Override
  public List<Reservation> uncertain() {
    return List.copyOf(uncertain.values());
  }

  @Override
  public void save(Reservation reservation) {
    note(reservation);
    String key = reservation.key();
    if (key != null) {
      Reservation latest = byKey.get(key);
      if (latest == null || latest.id() <= reservation.id()) byKey.put(key, reservation);
    }
    if (!reservation.isCharged()) {
      uncertain.put(reservation.id(), reservation);
      return;
    }
    uncertain.remove(reservation.id());
    charged.put(reservation.id(), reservation);
    if (charged.size() > MAX_KEYS) delete(charged.values().iterator().next());
  }

  @Override
  public void delete(Reservation reservation) {
    uncertain.remove(reservation.id());
    charged.remove(reservation.id());
    String key = reservation.key();
    Reservation latest = key == null ? null : byKey.get(key);
    if (key != null && latest != null && latest.id() == reservation.id()) byKey.remove(key);
  }

  @Override
  public void dropKeys(long before) {
    List<Reservation> old =
        charged.values().stream()
            .filter(any -> any.calls().isEmpty() && any.firstSeen() < before)
            .toList();
    old.forEach(this::delete);
  }

  @Override
  public long excessUnknown() {
    return unknown.size() > MAX_UNKNOWN ? unknown.firstKey() : 0;
  }

  @Override
  public void add(Line line) {
    count(line, 1);
    if (keptEntries == 0) {
      dropped(line);
      return;
    }
    kept.put(line.entry().id(), line);
    if (kept.size() > keptEntries) dropped(kept.pollFirstEntry().getValue());
  }

  @Override
  public void replace(Line before, Line after) {
    count(before, -1);
    count(after, 1);
    boolean isKept = kept.computeIfPresent(after.entry().id(), (id, any) -> after) != null;
    if (!isKept) dropped(after);
  }

  private void count(Line line, int sign) {
    SpendEntry entry = line.entry();
    for (String path : ScopePaths.upwards(entry.scope())) {
      scope(path).sums(entry.operation()).add(entry, sign);
    }
    if (entry.outcome() != SpendOutcome.UNKNOWN) return;
    if (sign > 0) {
      unknown.put(entry.id(), line);
    } else {
      unknown.remove(entry.id());
    }
  }

  /** What is dropped was at most as late as this. */
  private void dropped(Line line) {
    header =
        new Header(
            header.version(),
            header.opening(),
            header.openedAt(),
            header.adjusted(),
            Math.max(header.droppedUntil(), line.countedAt()));
  }

  @Override
  public @Nullable Line line(long entry) {
    Line line = unknown.get(entry);
    return line != null ? line : kept.get(entry);
  }

  @Override
  public List<Line> linesOf(String token, long reservation, long after) {
    return kept.tailMap(after, false).values().stream()
        .filter(line -> line.call().equals(token) || line.reservation() == reservation)
        .toList();
  }

  @Override
  public List<Line> unknown() {
    return List.copyOf(unknown.values());
  }

  @Override
  public void chargedSince(String scope, long countedAt, Consumer<Line> reader) {
    kept.values().stream()
        .filter(line -> line.countedAt() >= countedAt)
        .filter(line -> line.entry().outcome() == SpendOutcome.CHARGED)
        .forEach(reader);
  }

  @Override
  public List<Long> pricesCharged(Operation operation, long after) {
    return kept.tailMap(after, false).values().stream()
        .map(Line::entry)
        .filter(entry -> entry.operation() == operation)
        .filter(entry -> entry.outcome() == SpendOutcome.CHARGED)
        .map(entry -> NanoUsd.spent(entry.amountUsd()))
        .distinct()
        .toList();
  }

  @Override
  public long charged() {
    MemoryScope client = scopes.get(SpendScope.CLIENT);
    if (client == null) return 0;
    return client.sums.values().stream().mapToLong(Sums::chargedNano).sum();
  }

  @Override
  public List<SpendEntry> page(SpendFilter filter, long after, int atMost) {
    return kept.tailMap(after, false).values().stream()
        .map(Line::entry)
        .filter(filter::matches)
        .limit(atMost)
        .toList();
  }

  @Override
  public boolean drop(long before) {
    int size = kept.size();
    kept.values()
        .removeIf(
            line ->
                Times.micros(line.entry().at()) < before
                    && line.countedAt() < before
                    && line.entry().outcome() != SpendOutcome.UNKNOWN);
    return kept.size() < size;
  }

  /** Running totals where the filter allows it, else the sum of what is kept. */
  SpendTotals totals(SpendFilter filter) {
    Sums sums = new Sums();
    String path = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
    boolean running = filter.loadNumber() == null && filter.from() == null && filter.to() == null;
    MemoryScope scope = scopes.get(path);
    boolean whole = path.equals(SpendScope.CLIENT) || !forgot;
    if (running && whole) {
      if (scope == null) return sums.totals(true);
      scope.sums.forEach(
          (operation, of) -> {
            if (filter.operation() == null || filter.operation() == operation) sums.add(of);
          });
      return sums.totals(true);
    }
    for (Line line : kept.values()) {
      if (filter.matches(line.entry())) sums.add(line.entry(), 1);
    }
    boolean isKept = filter.from() != null && Times.micros(filter.from()) > header.droppedUntil();
    return sums.totals(header.droppedUntil() == 0 || isKept);
  }
}
