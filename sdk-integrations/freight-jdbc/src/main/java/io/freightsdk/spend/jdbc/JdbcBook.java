package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.jdbc.Database;
import io.freightsdk.internal.jdbc.Sql;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A book in a database, within one transaction: rows are read once and written at its end. */
final class JdbcBook implements Book {
  private static final String HEAD = "head";
  private static final String SELECT = "SELECT id, body FROM freight_cell WHERE book = ? AND ";
  private static final String ENDED = SELECT + "ends_us <= ?";

  private final Sql sql;
  private final String name;
  private final boolean mayBeRepeated;
  private final Ledger ledger;
  private final Opened opened;
  private final long now;
  private final Map<String, Row> rows = new LinkedHashMap<>();

  /** Every row that ends by then was read. */
  private long endedUntil;

  /** A row as this transaction knows it. */
  private static final class Row {
    private @Nullable Cell cell;
    private boolean stored;
    private boolean changed;
  }

  /** The row of the book as it was read; no other row ends before the first end. */
  private record Opened(long version, long firstEnd, String head, long now) {}

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
    List<Opened> found =
        sql.list(
            "SELECT version, ends_us, head, %s, %s FROM freight_book WHERE book = ?%s"
                .formatted(database.clock, database.durability, locked ? " FOR UPDATE" : ""),
            row -> {
              if (locked) database.demandDurability(sql, row.getString(5));
              return new Opened(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4));
            },
            name);
    if (found.isEmpty()) {
      throw new Sql.Failure(new SQLException("the book " + name + " was deleted", "02000"));
    }
    this.opened = found.get(0);
    this.endedUntil = opened.firstEnd - 1;
    this.now = micros == null ? opened.now : micros.getAsLong();
    Row row = new Row();
    if (!opened.head.isEmpty()) row.cell = Cell.parse(HEAD, opened.head);
    rows.put(HEAD, row);
  }

  /**
   * Writes what was changed, and ends the version that was read. H2 has been seen to give the lock
   * with a row from before another one's change, among connections that broke: written back, it
   * would hand out the same numbers again for ever, and rows of scopes would lose what the other
   * one counted.
   */
  void save() {
    List<@Nullable Object[]> updates = new ArrayList<>();
    List<@Nullable Object[]> inserts = new ArrayList<>();
    List<@Nullable Object[]> deletes = new ArrayList<>();
    Cell head = Objects.requireNonNull(rows.remove(HEAD)).cell;
    long[] first = {opened.firstEnd};
    if (endedUntil >= opened.firstEnd) {
      String least =
          "SELECT COALESCE(MIN(ends_us), ?) FROM freight_cell WHERE book = ? AND ends_us > ?";
      first[0] = sql.list(least, row -> row.getLong(1), Long.MAX_VALUE, name, endedUntil).get(0);
    }
    rows.forEach(
        (id, row) -> {
          Cell cell = row.cell;
          if (cell != null) first[0] = Math.min(first[0], cell.ends());
          if (!row.changed) return;
          if (cell == null) {
            if (row.stored) deletes.add(new Object[] {name, id});
            return;
          }
          Long ends = cell.ends() == Long.MAX_VALUE ? null : (Long) cell.ends();
          (row.stored ? updates : inserts).add(new Object[] {ends, cell.text(), name, id});
        });
    sql.batch("UPDATE freight_cell SET ends_us = ?, body = ? WHERE book = ? AND id = ?", updates);
    String insert = "INSERT INTO freight_cell (ends_us, body, book, id) VALUES (?, ?, ?, ?)";
    for (int written : sql.batch(insert, inserts)) {
      // Behind a pooler a prepared statement may be the UPDATE of another connection.
      if (written == 0) throw new Sql.Failure(new SQLException("a row was not written", "40001"));
    }
    sql.batch("DELETE FROM freight_cell WHERE book = ? AND id = ?", deletes);
    int ended =
        sql.update(
            "UPDATE freight_book SET version = ?, ends_us = ?, head = ? WHERE book = ? AND version = ?",
            opened.version + 1,
            first[0],
            head == null ? "" : head.text(),
            name,
            opened.version);
    if (ended != 1) {
      throw new Sql.Failure(new SQLException("the book was changed meanwhile", "40001"));
    }
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
  public void expect(Supplier<List<String>> ids) {
    read(ids.get());
  }

  /**
   * Each row by its whole key: a list of ids would have PostgreSQL, while a book has few rows and
   * many deleted ones, look through all that it ever had.
   */
  private void read(List<String> ids) {
    List<String> queries = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (String id : ids) {
      if (rows.putIfAbsent(id, new Row()) != null) continue;
      boolean isPrefix = id.endsWith(" ");
      queries.add(SELECT + (isPrefix ? "id > ? AND id < ?" : "id = ?"));
      values.addAll(isPrefix ? List.of(name, id, after(id)) : List.of(name, id));
    }
    if (queries.isEmpty()) return;
    if (endedUntil < now) {
      queries.add(ENDED);
      values.addAll(List.of(name, now));
      endedUntil = now;
    }
    sql.list(String.join(" UNION ALL ", queries), this::found, values.toArray());
  }

  /** The least id that does not begin with the prefix, nor comes before it. */
  private static String after(String prefix) {
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
  }

  /** What was changed in this transaction counts more than what is stored. */
  private Row found(ResultSet result) throws SQLException {
    String id = result.getString(1);
    Row row = rows.computeIfAbsent(id, any -> new Row());
    if (!row.changed && row.cell == null) row.cell = Cell.parse(id, result.getString(2));
    row.stored = true;
    return row;
  }

  private Row row(String id) {
    read(List.of(id));
    return Objects.requireNonNull(rows.get(id));
  }

  private void put(String id, @Nullable Cell cell) {
    Row row = row(id);
    row.cell = cell;
    row.changed = true;
  }

  @Override
  public @Nullable Cell read(String id) {
    return row(id).cell;
  }

  @Override
  public void write(Cell cell) {
    put(cell.id(), cell);
  }

  @Override
  public void delete(String id) {
    put(id, null);
  }

  @Override
  public List<Cell> ended(long time) {
    if (endedUntil < time) sql.list(ENDED, this::found, name, time);
    endedUntil = Math.max(endedUntil, time);
    return rows.values().stream()
        .map(row -> row.cell)
        .filter(cell -> cell != null && cell.ends() <= time)
        .toList();
  }

  @Override
  public List<Cell> list(String prefix, String after, int atMost) {
    String query = SELECT + "id > ? AND id >= ? AND id < ? ORDER BY id LIMIT " + atMost;
    return sql.list(query, this::found, name, after, prefix, after(prefix)).stream()
        .map(row -> row.cell)
        .filter(Objects::nonNull)
        .toList();
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
  public int drop(long before) {
    return ledger.drop(before);
  }
}
