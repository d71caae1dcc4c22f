package io.freightsdk.internal.spend;

import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Books in memory. One lock guards everything; nothing is called while it is held. */
public final class InMemorySpendStore implements BookStore {
  private static final int DROPPED_AT_ONCE = 5000;

  private final MemoryBook book;

  public InMemorySpendStore(int keptEntries) {
    if (keptEntries < 0) {
      throw new IllegalArgumentException("keptEntries: expected 0 or more, got " + keptEntries);
    }
    this.book = new MemoryBook(keptEntries);
  }

  @Override
  public <T> T change(@Nullable Clock clock, Function<Book, T> change) {
    long wall = clock == null ? 0 : Times.micros(clock.instant());
    synchronized (book) {
      if (clock != null) {
        book.wall = wall;
        // A clock that the caller gave is believed as it is, because tests move it.
        book.now = isSystem(clock) ? book.sinceStart() : wall;
      }
      return change.apply(book);
    }
  }

  private static boolean isSystem(Clock clock) {
    return clock.getClass() == MachineTime.UTC.getClass();
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  private static final class MemoryBook implements Book {
    private final int keptEntries;
    private final long startedNanos = MachineTime.SYSTEM.nanos();
    private final long startedAt = Times.micros(MachineTime.SYSTEM.now());
    private final TreeMap<String, Stored> cells = new TreeMap<>();
    private final TreeMap<Long, Line> lines = new TreeMap<>();
    private final Map<String, TreeMap<Long, Line>> byLoad = new HashMap<>();

    /** Every line up to this number is open, and stays. */
    private long openUntil;

    /** Rows that end some day, the earliest first. */
    private final TreeSet<Stored> ends =
        new TreeSet<>(Comparator.comparingLong(Stored::end).thenComparing(one -> one.cell.id()));

    private long now;
    private long wall;

    /** A row, with its end as it was written. */
    private record Stored(Cell cell, long end) {}

    MemoryBook(int keptEntries) {
      this.keptEntries = keptEntries;
    }

    private long sinceStart() {
      return startedAt + (MachineTime.SYSTEM.nanos() - startedNanos) / 1000;
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public long wall() {
      return wall;
    }

    @Override
    public @Nullable Cell read(String id) {
      Stored stored = cells.get(id);
      return stored == null ? null : stored.cell;
    }

    @Override
    public void write(Cell cell) {
      Stored before = cells.get(cell.id());
      if (before != null && before.cell == cell && before.end == cell.ends()) return;
      delete(cell.id());
      Stored stored = new Stored(cell, cell.ends());
      cells.put(cell.id(), stored);
      if (stored.end < Long.MAX_VALUE) ends.add(stored);
    }

    @Override
    public void delete(String id) {
      Stored before = cells.remove(id);
      if (before != null) ends.remove(before);
    }

    @Override
    public List<Cell> ended(long time) {
      if (ends.isEmpty() || ends.first().end > time) return List.of();
      List<Cell> ended = new ArrayList<>();
      for (Stored stored : ends) {
        if (stored.end > time) break;
        ended.add(stored.cell);
      }
      return ended;
    }

    @Override
    public List<Cell> list(String prefix, String after, int atMost) {
      boolean begins = after.compareTo(prefix) < 0;
      return cells.tailMap(begins ? prefix : after, begins).values().stream()
          .map(Stored::cell)
          .takeWhile(cell -> cell.id().startsWith(prefix))
          .limit(atMost)
          .toList();
    }

    @Override
    public void append(Line line) {
      replace(line);
      while (lines.size() > keptEntries) {
        Map.Entry<Long, Line> next = lines.higherEntry(openUntil);
        if (next == null) return;
        if (next.getValue().isOpen()) openUntil = next.getKey();
        else remove(next.getValue());
      }
    }

    @Override
    public void replace(Line line) {
      if (!line.isOpen()) openUntil = Math.min(openUntil, line.entry().id() - 1);
      lines.put(line.entry().id(), line);
      ofLoad(line).put(line.entry().id(), line);
    }

    private Map<Long, Line> ofLoad(Line line) {
      String load = line.entry().loadNumber();
      return load == null ? lines : byLoad.computeIfAbsent(load, none -> new TreeMap<>());
    }

    private void remove(Line line) {
      SpendEntry entry = line.entry();
      lines.remove(entry.id());
      Map<Long, Line> ofLoad = ofLoad(line);
      ofLoad.remove(entry.id());
      if (ofLoad.isEmpty()) byLoad.remove(entry.loadNumber());
      Head head = Head.of(this);
      head.droppedUntil = Math.max(head.droppedUntil, Times.micros(entry.at()));
    }

    @Override
    public List<Line> lines(Query query, int atMost) {
      String load = query.filter().loadNumber();
      TreeMap<Long, Line> all = load == null ? lines : byLoad.getOrDefault(load, new TreeMap<>());
      List<Line> found = new ArrayList<>();
      for (Line line : all.tailMap(query.after(), false).values()) {
        if (found.size() == atMost) break;
        if (matches(line, query)) found.add(line);
      }
      return found;
    }

    private static boolean matches(Line line, Query query) {
      return query.filter().matches(line.entry())
          && (!query.open() || line.isOpen())
          && (query.token() == null || query.token().equals(line.token()));
    }

    @Override
    public int drop(long before) {
      List<Line> old =
          lines.values().stream()
              .filter(line -> !line.isOpen() && Times.micros(line.entry().at()) < before)
              .limit(DROPPED_AT_ONCE)
              .toList();
      old.forEach(this::remove);
      return old.size();
    }
  }
}
