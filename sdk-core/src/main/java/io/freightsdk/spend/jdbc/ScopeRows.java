package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Book.Ring;
import io.freightsdk.internal.spend.Book.Slot;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Window;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendTotals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of freight_spend_scope, _window and _bucket. Changes are collected and written together;
 * what was read before is read again after them.
 */
final class ScopeRows {
  /** Columns of a scope's row, in the order of a change's amounts. */
  static final int HELD = 0;

  static final int SPENT = 1;
  static final int CHARGED = 2;
  static final int UNKNOWN = 3;
  static final int CHARGED_COUNT = 4;
  static final int NOT_CHARGED_COUNT = 5;
  static final int UNKNOWN_COUNT = 6;
  private static final int COLUMNS = 7;

  private final Sql sql;
  private final String book;
  private final Map<String, Scope> scopes = new HashMap<>();
  private final Map<Ring, Long> sums = new HashMap<>();
  private final Map<Row, Change> changes = new LinkedHashMap<>();
  private final Map<Bucket, Long> added = new LinkedHashMap<>();
  private final Set<String> keysWithout = new HashSet<>();
  private @Nullable Long earliestEnd;

  ScopeRows(Sql sql, String book) {
    this.sql = sql;
    this.book = book;
  }

  /** What a scope holds, has spent, and the last entry that does not count in it. */
  record Scope(long held, long spent, long forgotten) {}

  private record Row(String scope, Operation operation) {}

  private record Bucket(String scope, String span, long slot) {}

  /** What is to be added to a row. */
  static final class Change {
    private final long[] amounts = new long[COLUMNS];

    void add(int column, long amount) {
      amounts[column] += amount;
    }
  }

  /** Reads everything that a decision needs in one statement, so at one moment. */
  void expect(Collection<String> paths, List<Ring> rings, @Nullable String key) {
    flush();
    List<@Nullable Object> values = new ArrayList<>();
    StringBuilder text =
        new StringBuilder(
            "SELECT 1 AS kind, scope AS a, '' AS b, SUM(held_nano) AS x, SUM(spent_nano) AS y,"
                + " MAX(forgotten_entry) AS z FROM freight_spend_scope WHERE book = ?"
                + " AND scope IN ("
                + Sql.marks(paths.size())
                + ") GROUP BY scope UNION ALL SELECT 3, '', '', MIN(ends_us), 0, 0"
                + " FROM freight_spend_reservation WHERE book = ?");
    values.add(book);
    values.addAll(paths);
    values.add(book);
    for (Ring ring : rings) {
      text.append(
          " UNION ALL SELECT 2, w.scope, w.span, COALESCE(SUM(b.nano), 0), 0, 0"
              + " FROM freight_spend_window w LEFT JOIN freight_spend_bucket b"
              + " ON b.book = w.book AND b.scope = w.scope AND b.span = w.span AND b.slot >= ?"
              + " WHERE w.book = ? AND w.scope = ? AND w.span = ? GROUP BY w.scope, w.span");
      values.addAll(List.of(ring.oldestSlot(), book, ring.scope(), ring.window().name()));
      sums.put(ring, -1L);
    }
    if (key != null) {
      text.append(
          " UNION ALL SELECT 4, '', '', COUNT(*), 0, 0 FROM freight_spend_reservation"
              + " WHERE book = ? AND idempotency_key = ?");
      values.addAll(List.of(book, key));
      keysWithout.remove(key);
    }
    for (String path : paths) scopes.put(path, new Scope(0, 0, 0));
    sql.each(text.toString(), row -> take(row, rings, key), values.toArray());
  }

  private @Nullable Void take(ResultSet row, List<Ring> rings, @Nullable String key)
      throws SQLException {
    String scope = row.getString(2);
    long amount = row.getLong(4);
    switch (row.getInt(1)) {
      case 1 -> scopes.put(scope, new Scope(amount, row.getLong(5), row.getLong(6)));
      case 2 -> {
        for (Ring ring : rings) {
          boolean same =
              ring.scope().equals(scope) && ring.window().name().equals(row.getString(3));
          if (same) sums.put(ring, amount);
        }
      }
      case 3 -> earliestEnd = row.getObject(4) == null ? Long.MAX_VALUE : amount;
      default -> {
        if (key != null && amount == 0) keysWithout.add(key);
      }
    }
    return null;
  }

  Scope scope(String path) {
    Scope known = scopes.get(path);
    if (known == null) expect(List.of(path), List.of(), null);
    return scopes.getOrDefault(path, new Scope(0, 0, 0));
  }

  long sum(Ring ring) {
    Long known = sums.get(ring);
    if (known != null) return known;
    expect(List.of(ring.scope()), List.of(ring), null);
    return sums.getOrDefault(ring, -1L);
  }

  boolean hasNoKey(String key) {
    return keysWithout.contains(key);
  }

  /** Null if it was not read yet, or calls have ended since. */
  @Nullable Long earliestEnd() {
    return earliestEnd;
  }

  void forgetEarliestEnd() {
    earliestEnd = null;
  }

  List<Slot> slots(Ring ring) {
    return sql.list(
        "SELECT slot, nano FROM freight_spend_bucket WHERE book = ? AND scope = ? AND span = ?"
            + " AND slot >= ? AND nano > 0 ORDER BY slot",
        row -> new Slot(row.getLong(1), row.getLong(2)),
        book,
        ring.scope(),
        ring.window().name(),
        ring.oldestSlot());
  }

  void track(Ring ring) {
    sql.update(
        "INSERT INTO freight_spend_window (book, scope, span) VALUES (?, ?, ?)",
        book,
        ring.scope(),
        ring.window().name());
  }

  List<Ring> tracked(Collection<String> paths) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(book);
    values.addAll(paths);
    return sql.list(
        "SELECT scope, span FROM freight_spend_window WHERE book = ? AND scope IN ("
            + Sql.marks(paths.size())
            + ")",
        row -> new Ring(row.getString(1), Window.named(row.getString(2)), 0),
        values.toArray());
  }

  Change change(String scope, Operation operation) {
    return changes.computeIfAbsent(new Row(scope, operation), row -> new Change());
  }

  void add(String scope, Window window, long slot, long amount) {
    added.merge(new Bucket(scope, window.name(), slot), amount, Long::sum);
  }

  /** Rows that change alike, as those of a scope and the scopes around it do, change together. */
  void flush() {
    Map<List<Object>, List<String>> alike = new LinkedHashMap<>();
    changes.forEach(
        (row, change) -> {
          List<Object> what = new ArrayList<>();
          for (long amount : change.amounts) what.add(amount);
          what.add(book);
          what.add(row.operation.name());
          alike.computeIfAbsent(what, any -> new ArrayList<>()).add(row.scope);
        });
    changes.clear();
    alike.forEach(this::write);
    if (!added.isEmpty()) writeBuckets();
    added.clear();
  }

  private void write(List<Object> what, List<String> paths) {
    List<@Nullable Object> values = new ArrayList<>(what);
    values.addAll(paths);
    int written =
        sql.update(
            "UPDATE freight_spend_scope SET held_nano = held_nano + ?,"
                + " spent_nano = spent_nano + ?, charged_nano = charged_nano + ?,"
                + " unknown_nano = unknown_nano + ?, charged_count = charged_count + ?,"
                + " not_charged_count = not_charged_count + ?, unknown_count = unknown_count + ?"
                + " WHERE book = ? AND operation = ? AND scope IN ("
                + Sql.marks(paths.size())
                + ")",
            values.toArray());
    if (written == paths.size()) return;

    List<@Nullable Object> where = new ArrayList<>(what.subList(COLUMNS, what.size()));
    where.addAll(paths);
    List<String> there =
        sql.list(
            "SELECT scope FROM freight_spend_scope WHERE book = ? AND operation = ? AND scope IN ("
                + Sql.marks(paths.size())
                + ")",
            row -> row.getString(1),
            where.toArray());
    for (String path : paths) {
      if (there.contains(path)) continue;
      List<@Nullable Object> fresh = new ArrayList<>(what);
      fresh.add(path);
      sql.update(
          "INSERT INTO freight_spend_scope (held_nano, spent_nano, charged_nano, unknown_nano,"
              + " charged_count, not_charged_count, unknown_count, book, operation, scope,"
              + " forgotten_entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
          fresh.toArray());
    }
  }

  /** A bucket's row serves one slot after the other; a later slot takes it over. */
  private void writeBuckets() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    added.forEach((bucket, amount) -> rows.add(bucketValues(bucket, amount)));
    String update =
        "UPDATE freight_spend_bucket SET nano = CASE WHEN slot = ? THEN GREATEST(0, nano + ?)"
            + " ELSE ? END, slot = ? WHERE book = ? AND scope = ? AND span = ? AND cell = ?"
            + " AND slot <= ?";
    int[] written = sql.batch(update, rows);
    int index = 0;
    for (Map.Entry<Bucket, Long> entry : added.entrySet()) {
      Bucket bucket = entry.getKey();
      int row = index++;
      if (written[row] == 1) continue;
      boolean later = slotIn(bucket) != null;
      if (later) continue;
      sql.update(
          "INSERT INTO freight_spend_bucket (book, scope, span, cell, slot, nano)"
              + " VALUES (?, ?, ?, ?, ?, ?)",
          book,
          bucket.scope,
          bucket.span,
          cell(bucket),
          bucket.slot,
          Math.max(0, entry.getValue()));
    }
  }

  private @Nullable Object[] bucketValues(Bucket bucket, long amount) {
    return new @Nullable Object[] {
      bucket.slot,
      amount,
      Math.max(0, amount),
      bucket.slot,
      book,
      bucket.scope,
      bucket.span,
      cell(bucket),
      bucket.slot
    };
  }

  private @Nullable Long slotIn(Bucket bucket) {
    return sql.one(
        "SELECT slot FROM freight_spend_bucket WHERE book = ? AND scope = ? AND span = ?"
            + " AND cell = ?",
        row -> row.getLong(1),
        book,
        bucket.scope,
        bucket.span,
        cell(bucket));
  }

  private static int cell(Bucket bucket) {
    return (int) Math.floorMod(bucket.slot, (long) Window.MAX_SLOTS);
  }

  void forget(String path, long lastEntry) {
    flush();
    scopes.clear();
    sums.clear();
    String inside = inside(path);
    sql.update(
        "UPDATE freight_spend_scope SET held_nano = 0, spent_nano = 0, forgotten_entry = ?"
            + " WHERE book = ? AND (scope = ? OR scope LIKE ? ESCAPE '!')",
        lastEntry,
        book,
        path,
        inside);
    for (String table : List.of("freight_spend_window", "freight_spend_bucket")) {
      sql.update(
          "DELETE FROM " + table + " WHERE book = ? AND (scope = ? OR scope LIKE ? ESCAPE '!')",
          book,
          path,
          inside);
    }
  }

  /** A LIKE pattern, escaped by {@code !}, for the scopes inside one. */
  static String inside(String path) {
    return path.replace("_", "!_") + "/%";
  }

  SpendTotals totals(String scope, @Nullable Operation operation) {
    flush();
    List<@Nullable Object> values = new ArrayList<>(Arrays.asList(book, scope));
    if (operation != null) values.add(operation.name());
    SpendTotals totals =
        sql.one(
            "SELECT SUM(charged_nano), SUM(unknown_nano), SUM(charged_count),"
                + " SUM(not_charged_count), SUM(unknown_count) FROM freight_spend_scope"
                + " WHERE book = ? AND scope = ?"
                + (operation == null ? "" : " AND operation = ?"),
            row ->
                new SpendTotals(
                    NanoUsd.toUsd(row.getLong(1)),
                    NanoUsd.toUsd(row.getLong(2)),
                    row.getLong(3),
                    row.getLong(4),
                    row.getLong(5),
                    true),
            values.toArray());
    if (totals == null) throw new Sql.Failure(new SQLException("no row from an aggregate"));
    return totals;
  }
}
