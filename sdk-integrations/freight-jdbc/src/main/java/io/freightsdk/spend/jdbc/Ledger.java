package io.freightsdk.spend.jdbc;

import io.freightsdk.Charge;
import io.freightsdk.internal.jdbc.Sql;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Line;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of freight_ledger: appended to, and changed once it is known what they cost. */
record Ledger(Sql sql, String book) {
  static final String COLUMNS =
      "id, token, attempt, at_us, operation, load_number, idempotency_key, request_id, scope,"
          + " held_after, outcome, amount_usd, least_usd, is_open";
  private static final int NANO = 9;
  private static final int WIDTH = 255;
  private static final int DROPPED_AT_ONCE = 5000;

  void append(Line line) {
    SpendEntry entry = line.entry();
    sql.update(
        "INSERT INTO freight_ledger (book, " + COLUMNS + ") VALUES (" + Sql.marks(15) + ")",
        book,
        entry.id(),
        line.token(),
        entry.attempt(),
        Book.micros(entry.at()),
        entry.operation().name(),
        cut(entry.loadNumber()),
        entry.idempotencyKey(),
        cut(entry.requestId()),
        entry.scope(),
        line.since(),
        entry.outcome().name(),
        BigDecimal.valueOf(line.mostNano(), NANO),
        BigDecimal.valueOf(line.leastNano(), NANO),
        line.isOpen() ? 1 : 0);
  }

  void replace(Line line) {
    sql.update(
        "UPDATE freight_ledger SET outcome = ?, amount_usd = ?, least_usd = ?, is_open = ? WHERE"
            + " book = ? AND id = ?",
        line.entry().outcome().name(),
        BigDecimal.valueOf(line.mostNano(), NANO),
        BigDecimal.valueOf(line.leastNano(), NANO),
        line.isOpen() ? 1 : 0,
        book,
        line.entry().id());
  }

  List<Line> lines(Book.Query query, int atMost) {
    SpendFilter filter = query.filter();
    Where where = new Where();
    where.and("book = ?", book);
    where.and("id > ?", query.after());
    // A literal: an index of open lines alone is not used for what a parameter may be.
    if (query.open()) where.text.append(" AND is_open = 1");
    where.and("token = ?", query.token());
    where.and("operation = ?", filter.operation() == null ? null : filter.operation().name());
    where.and("load_number = ?", filter.loadNumber());
    where.and("at_us >= ?", filter.from() == null ? null : Book.micros(filter.from()));
    where.and("at_us < ?", filter.to() == null ? null : Book.micros(filter.to()));
    // '0' follows '/': everything inside the scope lies between.
    String scope = filter.scope();
    where.and("(scope = ? OR (scope > ? AND scope < ?))", scope, scope + "/", scope + "0");
    return sql.list(
        "SELECT " + COLUMNS + " FROM freight_ledger" + where.text + " ORDER BY id LIMIT " + atMost,
        Ledger::read,
        where.values.toArray());
  }

  /** What a row has to meet; a condition on null is none. */
  private static final class Where {
    private final StringBuilder text = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    void and(String condition, @Nullable Object value, Object... more) {
      if (value == null) return;
      text.append(text.isEmpty() ? " WHERE " : " AND ").append(condition);
      values.add(value);
      values.addAll(List.of(more));
    }
  }

  /** Deletes some of the lines of before the time; how many. */
  int drop(long before) {
    return sql.update(
        "DELETE FROM freight_ledger WHERE book = ? AND id IN (SELECT id FROM (SELECT id FROM"
            + " freight_ledger WHERE book = ? AND at_us < ? AND is_open = 0 ORDER BY id LIMIT "
            + DROPPED_AT_ONCE
            + ") AS oldest)",
        book,
        book,
        before);
  }

  private static Line read(ResultSet row) throws SQLException {
    return Line.of(
        row.getLong(1),
        row.getString(2),
        row.getInt(3),
        row.getLong(4),
        Operation.valueOf(row.getString(5)),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        row.getString(9),
        row.getLong(10),
        Charge.Kind.valueOf(row.getString(11)),
        row.getBigDecimal(12).movePointRight(NANO).longValueExact(),
        row.getBigDecimal(13).movePointRight(NANO).longValueExact());
  }

  /** A text of the service that is too long for its column is no reason not to book its call. */
  private static @Nullable String cut(@Nullable String text) {
    if (text == null) return null;
    String clean = text.replace("\0", "");
    if (clean.length() <= WIDTH) return clean;
    boolean splitsPair = Character.isHighSurrogate(clean.charAt(WIDTH - 1));
    return clean.substring(0, splitsPair ? WIDTH - 1 : WIDTH);
  }
}
