package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A book in a database, within one transaction: rows are read once and written at its end. */
final class JdbcBook implements Book {
  private static final String HEAD = "head";
  private static final String SELECT = "SELECT id, body FROM freight_cell WHERE book = ? AND ";

  private final Sql sql;
  private final String name;
  private final boolean mayBeRepeated;
  private final Ledger ledger;
  private final long now;
  private final long version;

  /** What was read, null where there is no row, with what was changed since. */
  private final Map<String, @Nullable Cell> cells = new HashMap<>();

  /** Rows that are in the database. */
  private final Set<String> stored = new LinkedHashSet<>();

  private final Set<String> changed = new LinkedHashSet<>();

  /** Whether all rows that have ended by now were read. */
  private boolean knowsEnded;

  private record Opened(long version, String head, long now) {}

  JdbcBook(
      Sql sql,
      Database database,
      String name,
      @Nullable LongSupplier micros,
      boolean locked,
      boolean mayBeRepeated) {
    this.sql = sql;
    this.name = name;
    this.mayBeRepeated = mayBeRepeated;
    this.ledger = new Ledger(sql, name);
    Opened opened =
        sql.one(
            "SELECT version, head, %s, %s FROM freight_book WHERE book = ?%s"
                .formatted(database.clock, database.durability, locked ? " FOR UPDATE" : ""),
            row -> {
              if (locked) database.demandDurability(sql, row.getString(4));
              return new Opened(row.getLong(1), row.getString(2), row.getLong(3));
            },
            name);
    if (opened == null) {
      throw new Sql.Failure(new SQLException("the book " + name + " was deleted", "02000"));
    }
    this.version = opened.version;
    this.now = micros == null ? opened.now : micros.getAsLong();
    if (!opened.head.isEmpty()) cells.put(HEAD, Cell.parse(HEAD, opened.head));
    else cells.put(HEAD, null);
  }

  /** Creates the book if it is missing. */
  static void create(Sql sql, String name) {
    String find = "SELECT COUNT(*) FROM freight_book WHERE book = ?";
    if (sql.number(find, name) > 0) return;
    try {
      sql.insert("freight_book", "book, version, head", name, 0L, "");
    } catch (Sql.Failure e) {
      // Another process may have created it at the same time.
      if (sql.number(find, name) == 0) throw e;
    }
  }

  /** Writes what was changed. */
  void save() {
    List<@Nullable Object[]> updates = new ArrayList<>();
    List<@Nullable Object[]> inserts = new ArrayList<>();
    List<@Nullable Object[]> deletes = new ArrayList<>();
    String head = null;
    for (String id : changed) {
      Cell cell = cells.get(id);
      boolean there = stored.contains(id);
      if (id.equals(HEAD)) {
        head = cell == null ? "" : cell.text();
      } else if (cell != null && there) {
        updates.add(new Object[] {end(cell), cell.text(), name, id});
      } else if (cell != null) {
        inserts.add(new Object[] {end(cell), cell.text(), name, id});
      } else if (there) {
        deletes.add(new Object[] {name, id});
      }
    }
    sql.batch("UPDATE freight_cell SET ends_us = ?, body = ? WHERE book = ? AND id = ?", updates);
    sql.batch("INSERT INTO freight_cell (ends_us, body, book, id) VALUES (?, ?, ?, ?)", inserts);
    sql.batch("DELETE FROM freight_cell WHERE book = ? AND id = ?", deletes);
    ledger.flush();
    if (!changed.isEmpty()) next(head);
  }

  /**
   * Ends the version that was read. H2 has been seen to give the lock with a row from before
   * another one's change, among connections that broke: written back, it would hand out the same
   * numbers again for ever, and rows of scopes would lose what the other one counted.
   */
  private void next(@Nullable String head) {
    int written =
        head == null
            ? sql.update(
                "UPDATE freight_book SET version = ? WHERE book = ? AND version = ?",
                version + 1,
                name,
                version)
            : sql.update(
                "UPDATE freight_book SET version = ?, head = ? WHERE book = ? AND version = ?",
                version + 1,
                head,
                name,
                version);
    if (written != 1) {
      throw new Sql.Failure(new SQLException("the book was changed meanwhile", "40001"));
    }
  }

  private static @Nullable Long end(Cell cell) {
    return cell.ends() == Long.MAX_VALUE ? null : (Long) cell.ends();
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public boolean mayBeRepeated() {
    return mayBeRepeated;
  }

  @Override
  public void expect(Collection<String> ids) {
    Set<String> missing = new LinkedHashSet<>(ids);
    missing.removeAll(cells.keySet());
    if (missing.isEmpty()) return;
    for (String id : missing) cells.put(id, null);
    List<@Nullable Object> values = new ArrayList<>();
    values.add(name);
    values.addAll(missing);
    String byId = SELECT + "id IN (" + Sql.marks(missing.size()) + ")";
    if (knowsEnded) {
      load(byId, values);
      return;
    }
    values.add(name);
    values.add(now);
    load(byId + " UNION ALL " + SELECT + "ends_us <= ?", values);
    knowsEnded = true;
  }

  private void load(String query, List<@Nullable Object> values) {
    sql.each(query, this::found, values.toArray());
  }

  /** What was changed in this transaction counts more than what is stored. */
  private @Nullable Cell found(ResultSet row) throws SQLException {
    String id = row.getString(1);
    stored.add(id);
    if (!changed.contains(id) && cells.get(id) == null) {
      cells.put(id, Cell.parse(id, row.getString(2)));
    }
    return cells.get(id);
  }

  @Override
  public @Nullable Cell read(String id) {
    if (!cells.containsKey(id)) expect(List.of(id));
    return cells.get(id);
  }

  @Override
  public void write(Cell cell) {
    // Whether it is an insert must be known.
    if (!cells.containsKey(cell.id())) expect(List.of(cell.id()));
    cells.put(cell.id(), cell);
    changed.add(cell.id());
  }

  @Override
  public void delete(String id) {
    if (!cells.containsKey(id)) expect(List.of(id));
    cells.put(id, null);
    changed.add(id);
  }

  @Override
  public List<Cell> ended(long time) {
    if (!knowsEnded || time > now) {
      List<@Nullable Object> values = new ArrayList<>();
      values.add(name);
      values.add(time);
      load(SELECT + "ends_us <= ?", values);
      knowsEnded = true;
    }
    List<Cell> ended = new ArrayList<>();
    for (Cell cell : cells.values()) if (cell != null && cell.ends() <= time) ended.add(cell);
    return ended;
  }

  @Override
  public List<Cell> list(String prefix, String after, int atMost) {
    String last =
        prefix.substring(0, prefix.length() - 1) + (char) (prefix.charAt(prefix.length() - 1) + 1);
    List<Cell> found = new ArrayList<>();
    sql.each(
        SELECT + "id > ? AND id >= ? AND id < ? ORDER BY id LIMIT " + atMost,
        row -> {
          Cell cell = found(row);
          if (cell != null) found.add(cell);
          return cell;
        },
        name,
        after,
        prefix,
        last);
    return found;
  }

  @Override
  public void append(Line line) {
    ledger.append(line);
  }

  @Override
  public void replace(Line line) {
    ledger.replace(line);
  }

  @Override
  public List<Line> lines(Query query, int atMost) {
    return ledger.lines(query, atMost);
  }

  @Override
  public boolean drop(long before) {
    return ledger.drop(before);
  }
}
