package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A book of few rows that can be copied: rows are texts, as in a database. */
final class ExploredBook implements Book {
  /** A row, with what names it among states. */
  private record Stored(String text, long ends, long hash) {}

  private final TreeMap<String, Stored> rows;
  final List<Line> lines;
  private final List<Long> hashes;
  long now;

  /** What the time of day is ahead. */
  long ahead;

  boolean repeated;
  private final Map<String, Cell> read = new HashMap<>();

  ExploredBook(long now) {
    this.rows = new TreeMap<>();
    this.lines = new ArrayList<>();
    this.hashes = new ArrayList<>();
    this.now = now;
  }

  ExploredBook(ExploredBook other) {
    this.rows = new TreeMap<>(other.rows);
    this.lines = new ArrayList<>(other.lines);
    this.hashes = new ArrayList<>(other.hashes);
    this.now = other.now;
  }

  /** Begins a transaction, which reads what was written. */
  void begin(boolean repeated) {
    read.clear();
    this.repeated = repeated;
  }

  /** The same for the same rows and lines. */
  long hash() {
    long hash = now;
    for (Stored row : rows.values()) hash = mix(hash, row.hash);
    for (long line : hashes) hash = mix(hash, line);
    return hash;
  }

  static long mix(long hash, long more) {
    long mixed = (hash ^ more) * 0xFF51AFD7ED558CCDL;
    return mixed ^ mixed >>> 32;
  }

  static long hash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) hash = mix(hash, text.charAt(i));
    return hash;
  }

  private static long hash(Line line) {
    SpendEntry entry = line.entry();
    String text = line.token() + entry.outcome() + entry.loadNumber() + entry.idempotencyKey();
    long hash = mix(mix(hash(text), entry.id()), entry.attempt());
    hash = mix(mix(hash, entry.at().toEpochMilli()), line.leastNano());
    return mix(mix(hash, line.mostNano()), line.since());
  }

  List<Money> money() {
    List<Money> all = new ArrayList<>();
    for (String id : List.copyOf(rows.keySet())) {
      if (id.startsWith(Row.KEY) || id.startsWith(Row.CALL)) all.add((Money) read(id));
    }
    return all;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long wall() {
    return now + ahead;
  }

  @Override
  public boolean mayBeRepeated() {
    return repeated;
  }

  @Override
  public Cell read(String id) {
    Cell known = read.get(id);
    if (known != null) return known;
    Stored row = rows.get(id);
    if (row == null) return null;
    Cell cell = Cell.parse(id, row.text);
    read.put(id, cell);
    return cell;
  }

  @Override
  public void write(Cell cell) {
    String text = cell.text();
    rows.put(cell.id(), new Stored(text, cell.ends(), mix(hash(cell.id()), hash(text))));
    read.put(cell.id(), cell);
  }

  @Override
  public void delete(String id) {
    rows.remove(id);
    read.remove(id);
  }

  @Override
  public List<Cell> ended(long time) {
    List<Cell> ended = new ArrayList<>();
    rows.forEach(
        (id, row) -> {
          if (row.ends <= time) ended.add(read(id));
        });
    return ended;
  }

  @Override
  public List<Cell> list(String prefix, String after, int atMost) {
    return rows.tailMap(prefix).keySet().stream()
        .filter(id -> id.startsWith(prefix) && id.compareTo(after) > 0)
        .limit(atMost)
        .map(this::read)
        .toList();
  }

  @Override
  public void append(Line line) {
    lines.add(line);
    hashes.add(hash(line));
  }

  @Override
  public void replace(Line line) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).entry().id() != line.entry().id()) continue;
      lines.set(i, line);
      hashes.set(i, hash(line));
    }
  }

  @Override
  public List<Line> lines(Query query, int atMost) {
    List<Line> found = new ArrayList<>();
    for (Line line : lines) {
      SpendEntry entry = line.entry();
      boolean matches =
          entry.id() > query.after()
              && (!query.open() || line.isOpen())
              && (query.token() == null || query.token().equals(line.token()))
              && query.filter().matches(entry);
      if (matches && found.size() < atMost) found.add(line);
    }
    return found;
  }

  @Override
  public int drop(long before) {
    return 0;
  }
}
