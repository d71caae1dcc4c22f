package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Book;
import io.freightsdk.internal.spend.Book.Ring;
import io.freightsdk.internal.spend.Book.Slot;
import io.freightsdk.internal.spend.Sums;
import io.freightsdk.internal.spend.Window;
import io.freightsdk.model.Operation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of freight_spend_scope, _window and _bucket. Changes are collected and written together;
 * afterwards cached values are read again.
 */
final class ScopeRows implements Book.Scopes {
  /** Columns in the order of {@link Sums}. */
  private static final List<String> SUMS =
      List.of(
          "held_nano",
          "spent_nano",
          "charged_nano",
          "unknown_nano",
          "charged_count",
          "not_charged_count",
          "unknown_count");

  private static final String ALL_SUMS = "SUM(" + String.join("), SUM(", SUMS) + ")";
  private static final String NO_SUMS = ", 0".repeat(SUMS.size() - 1);
  private static final String ADD_SUMS =
      String.join(", ", SUMS.stream().map(sum -> sum + " = " + sum + " + ?").toList());
  private static final String INSIDE = " WHERE book = ? AND (scope = ? OR scope LIKE ? ESCAPE '!')";

  private final Sql sql;
  private final String book;
  private final ReservationRows reservations;
  private final Map<String, Sums> sums = new HashMap<>();
  private final Map<Ring, Long> money = new HashMap<>();
  private final Map<Row, Sums> changes = new LinkedHashMap<>();
  private final Map<Bucket, Long> added = new LinkedHashMap<>();

  private record Row(String scope, Operation operation) {}

  private record Bucket(Ring ring, long slot) {}

  ScopeRows(Sql sql, String book, ReservationRows reservations) {
    this.sql = sql;
    this.book = book;
    this.reservations = reservations;
  }

  /**
   * Reads everything that a decision needs in one statement, so that all values are of one moment.
   */
  void expect(Collection<String> paths, List<Ring> rings, @Nullable String key) {
    flush();
    List<@Nullable Object> values = new ArrayList<>();
    StringBuilder text = new StringBuilder("SELECT 1 AS kind, scope AS a, '' AS b, ");
    text.append(ALL_SUMS).append(" FROM freight_spend_scope WHERE book = ? AND scope IN (");
    text.append(Sql.marks(paths.size())).append(") GROUP BY scope");
    values.add(book);
    values.addAll(paths);
    for (Ring ring : rings) {
      text.append(" UNION ALL SELECT 2, w.scope, w.span, COALESCE(SUM(b.nano), 0)").append(NO_SUMS);
      text.append(" FROM freight_spend_window w LEFT JOIN freight_spend_bucket b");
      text.append(" ON b.book = w.book AND b.scope = w.scope AND b.span = w.span AND b.slot >= ?");
      text.append(" WHERE w.book = ? AND w.scope = ? AND w.span = ? GROUP BY w.scope, w.span");
      values.addAll(List.of(ring.oldestSlot(), book, ring.scope(), ring.window().name()));
      money.put(ring, -1L);
    }
    text.append(" UNION ALL SELECT 3, '', '', MIN(ends_us)").append(NO_SUMS);
    text.append(" FROM freight_spend_reservation WHERE book = ?");
    values.add(book);
    if (key != null) {
      text.append(" UNION ALL SELECT 4, '', '', COUNT(*)").append(NO_SUMS);
      text.append(" FROM freight_spend_reservation WHERE book = ? AND idempotency_key = ?");
      values.addAll(List.of(book, key));
    }
    for (String path : paths) sums.put(path, Sums.NONE);
    sql.each(text.toString(), row -> take(row, rings, key), values.toArray());
  }

  private @Nullable Void take(ResultSet row, List<Ring> rings, @Nullable String key)
      throws SQLException {
    String scope = row.getString(2);
    String span = row.getString(3);
    long amount = row.getLong(4);
    switch (row.getInt(1)) {
      case 1 -> sums.put(scope, sums(row, 4));
      case 2 -> {
        for (Ring ring : rings) {
          boolean same = ring.scope().equals(scope) && ring.window().name().equals(span);
          if (same) money.put(ring, amount);
        }
      }
      case 3 -> reservations.expected(row.getObject(4) == null ? Long.MAX_VALUE : amount);
      default -> {
        if (key != null && amount == 0) reservations.expectedNone(key);
      }
    }
    return null;
  }

  private static Sums sums(ResultSet row, int first) throws SQLException {
    return new Sums(
        row.getLong(first),
        row.getLong(first + 1),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getLong(first + 4),
        row.getLong(first + 5),
        row.getLong(first + 6));
  }

  @Override
  public Sums sums(String scope, @Nullable Operation operation) {
    if (operation == null) {
      if (!sums.containsKey(scope)) expect(List.of(scope), List.of(), null);
      return sums.getOrDefault(scope, Sums.NONE);
    }
    flush();
    Sums found =
        sql.one(
            "SELECT "
                + ALL_SUMS
                + " FROM freight_spend_scope WHERE book = ? AND scope = ? AND operation = ?",
            row -> sums(row, 1),
            book,
            scope,
            operation.name());
    return found == null ? Sums.NONE : found;
  }

  @Override
  public boolean isComplete(String scope) {
    return true;
  }

  @Override
  public long sum(Ring ring) {
    if (!money.containsKey(ring)) expect(List.of(ring.scope()), List.of(ring), null);
    return money.getOrDefault(ring, -1L);
  }

  @Override
  public List<Slot> slots(Ring ring) {
    flush();
    return sql.list(
        "SELECT slot, nano FROM freight_spend_bucket WHERE book = ? AND scope = ? AND span = ?"
            + " AND slot >= ? AND nano > 0 ORDER BY slot",
        row -> new Slot(row.getLong(1), row.getLong(2)),
        book,
        ring.scope(),
        ring.window().name(),
        ring.oldestSlot());
  }

  @Override
  public void track(Ring ring) {
    money.remove(ring);
    sql.insert(
        "freight_spend_window", "book, scope, span", book, ring.scope(), ring.window().name());
  }

  @Override
  public List<Ring> tracked(Collection<String> paths, long now) {
    List<@Nullable Object> values = new ArrayList<>(List.of(book));
    values.addAll(paths);
    return sql.list(
        "SELECT scope, span FROM freight_spend_window WHERE book = ? AND scope IN (%s)"
            .formatted(Sql.marks(paths.size())),
        row -> Ring.at(now, row.getString(1), Window.named(row.getString(2))),
        values.toArray());
  }

  @Override
  public void add(Collection<String> paths, Operation operation, Sums more) {
    for (String path : paths) {
      changes.merge(new Row(path, operation), more, Sums::plus);
      sums.remove(path); // What was read of it is not all of it any more.
    }
  }

  @Override
  public void add(Ring ring, long slot, long amount) {
    added.merge(new Bucket(ring, slot), amount, Long::sum);
    money.remove(ring);
  }

  /** Writes the collected changes; missing rows are inserted. */
  void flush() {
    // Where drivers count changed rows and not found ones, a row that stays as it is seems missing.
    changes.values().removeIf(Sums.NONE::equals);
    if (changes.isEmpty() && added.isEmpty()) return;
    List<@Nullable Object[]> rows = new ArrayList<>();
    changes.forEach((row, more) -> rows.add(values(row, more)));
    boolean[] found =
        sql.updateEach(
            "freight_spend_scope", ADD_SUMS, "book = ? AND scope = ? AND operation = ?", 3, rows);
    for (int i = 0; i < found.length; i++) {
      if (found[i]) continue;
      String columns = String.join(", ", SUMS) + ", book, scope, operation, forgotten_entry";
      @Nullable Object[] row = Arrays.copyOf(rows.get(i), rows.get(i).length + 1);
      row[row.length - 1] = 0L;
      sql.insert("freight_spend_scope", columns, row);
    }
    changes.clear();
    List<Map.Entry<Bucket, Long>> buckets = List.copyOf(added.entrySet());
    found =
        sql.updateEach(
            "freight_spend_bucket",
            "nano = GREATEST(0, nano + ?)",
            "book = ? AND scope = ? AND span = ? AND slot = ?",
            4,
            buckets.stream().map(this::values).toList());
    for (int i = 0; i < found.length; i++) {
      boolean isNew = !found[i] && buckets.get(i).getValue() > 0;
      if (isNew) insert(buckets.get(i).getKey().ring, values(buckets.get(i)));
    }
    added.clear();
    forgetWhatWasRead();
  }

  private void forgetWhatWasRead() {
    sums.clear();
    money.clear();
  }

  private @Nullable Object[] values(Row row, Sums more) {
    return new @Nullable Object[] {
      more.held(),
      more.spent(),
      more.charged(),
      more.unknown(),
      more.chargedLines(),
      more.notChargedLines(),
      more.unknownLines(),
      book,
      row.scope,
      row.operation.name()
    };
  }

  private @Nullable Object[] values(Map.Entry<Bucket, Long> bucket) {
    Ring ring = bucket.getKey().ring;
    return new @Nullable Object[] {
      bucket.getValue(), book, ring.scope(), ring.window().name(), bucket.getKey().slot
    };
  }

  /**
   * Inserts a bucket, which happens at most 257 times per window, and deletes those that have left
   * the window.
   */
  private void insert(Ring ring, @Nullable Object[] values) {
    sql.update(
        "DELETE FROM freight_spend_bucket WHERE book = ? AND scope = ? AND span = ? AND slot < ?",
        book,
        ring.scope(),
        ring.window().name(),
        ring.oldestSlot());
    sql.insert("freight_spend_bucket", "nano, book, scope, span, slot", values);
  }

  @Override
  public long forgottenUpTo(String scope) {
    return sql.number(
        "SELECT MAX(forgotten_entry) FROM freight_spend_scope WHERE book = ? AND scope = ?",
        book,
        scope);
  }

  @Override
  public void forget(String scope, long lastEntry) {
    flush();
    forgetWhatWasRead();
    String inside = inside(scope);
    sql.update(
        "UPDATE freight_spend_scope SET held_nano = 0, spent_nano = 0, forgotten_entry = ?"
            + INSIDE,
        lastEntry,
        book,
        scope,
        inside);
    sql.update("DELETE FROM freight_spend_window" + INSIDE, book, scope, inside);
    sql.update("DELETE FROM freight_spend_bucket" + INSIDE, book, scope, inside);
  }

  /** A LIKE pattern, escaped by {@code !}, for the scopes inside one. */
  static String inside(String path) {
    return path.replace("_", "!_") + "/%";
  }
}
