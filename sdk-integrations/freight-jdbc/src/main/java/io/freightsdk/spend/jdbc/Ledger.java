package io.freightsdk.spend.jdbc;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Line;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of freight_ledger: appended to, and changed once it is known what they cost. */
final class Ledger {
  private static final String COLUMNS =
      "at_us, operation, load_number, idempotency_key, request_id, outcome, amount_usd, least_usd,"
          + " scope, held_after, is_open, id, token, attempt";
  private static final String INSERT =
      "INSERT INTO freight_ledger (" + COLUMNS + ", book) VALUES (" + Sql.marks(15) + ")";
  private static final int NANO = 9;
  private static final int WIDTH = 255;
  private static final int DROPPED_AT_ONCE = 5000;

  private final Sql sql;
  private final String book;
  private final List<@Nullable Object[]> appended = new ArrayList<>(1);

  Ledger(Sql sql, String book) {
    this.sql = sql;
    this.book = book;
  }

  void append(Line line) {
    SpendEntry entry = line.entry();
    appended.add(
        new @Nullable Object[] {
          micros(entry.at()),
          entry.operation().name(),
          cut(entry.loadNumber()),
          entry.idempotencyKey(),
          cut(entry.requestId()),
          entry.outcome().name(),
          usd(line.mostNano()),
          usd(line.leastNano()),
          entry.scope(),
          line.since(),
          line.isOpen() ? 1 : 0,
          entry.id(),
          line.token(),
          entry.attempt(),
          book
        });
  }

  /** Writes what was appended. */
  void flush() {
    sql.batch(INSERT, appended);
    appended.clear();
  }

  void replace(Line line) {
    flush();
    sql.update(
        "UPDATE freight_ledger SET outcome = ?, amount_usd = ?, least_usd = ?, is_open = ? WHERE"
            + " book = ? AND id = ?",
        line.entry().outcome().name(),
        usd(line.mostNano()),
        usd(line.leastNano()),
        line.isOpen() ? 1 : 0,
        book,
        line.entry().id());
  }

  List<Line> lines(Book.Query query, int atMost) {
    flush();
    StringBuilder where = new StringBuilder("book = ? AND id > ?");
    List<@Nullable Object> values = new ArrayList<>();
    values.add(book);
    values.add(query.after());
    if (query.open()) where.append(" AND is_open = 1");
    and(where, values, "token = ?", query.token());
    SpendFilter filter = query.filter();
    Operation operation = filter.operation();
    and(where, values, "operation = ?", operation == null ? null : operation.name());
    and(where, values, "load_number = ?", filter.loadNumber());
    and(where, values, "at_us >= ?", filter.from() == null ? null : micros(filter.from()));
    and(where, values, "at_us < ?", filter.to() == null ? null : micros(filter.to()));
    if (filter.scope() != null) {
      // '0' follows '/': everything inside the scope lies between.
      where.append(" AND (scope = ? OR (scope > ? AND scope < ?))");
      values.add(filter.scope());
      values.add(filter.scope() + "/");
      values.add(filter.scope() + "0");
    }
    return sql.list(
        "SELECT "
            + COLUMNS
            + " FROM freight_ledger WHERE "
            + where
            + " ORDER BY id LIMIT "
            + atMost,
        Ledger::read,
        values.toArray());
  }

  private static void and(
      StringBuilder where, List<@Nullable Object> values, String condition, @Nullable Object is) {
    if (is == null) return;
    where.append(" AND ").append(condition);
    values.add(is);
  }

  /** Deletes some of the lines of before the time; false if there was none. */
  boolean drop(long before) {
    flush();
    Long last =
        sql.one(
            "SELECT MAX(id) FROM (SELECT id FROM freight_ledger WHERE book = ? AND at_us < ? AND"
                + " is_open = 0 ORDER BY id LIMIT "
                + DROPPED_AT_ONCE
                + ") AS oldest",
            row -> row.getObject(1) == null ? null : (Long) row.getLong(1),
            book,
            before);
    if (last == null) return false;
    return sql.update(
            "DELETE FROM freight_ledger WHERE book = ? AND at_us < ? AND is_open = 0 AND id <= ?",
            book,
            before,
            last)
        > 0;
  }

  private static Line read(ResultSet row) throws SQLException {
    BigDecimal amount = shown(row.getBigDecimal(7));
    BigDecimal least = shown(row.getBigDecimal(8));
    SpendEntry entry =
        new SpendEntry(
            row.getLong(12),
            Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS),
            Operation.valueOf(row.getString(2)),
            row.getString(3),
            row.getString(4),
            row.getString(5),
            row.getInt(14),
            Charge.Kind.valueOf(row.getString(6)),
            amount,
            row.getString(9),
            least);
    return new Line(entry, row.getString(13), row.getLong(10), nano(least), nano(amount));
  }

  private static long micros(Instant at) {
    long most = Long.MAX_VALUE / 1_000_000 - 1;
    long seconds = Math.max(-most, Math.min(most, at.getEpochSecond()));
    return seconds * 1_000_000 + at.getNano() / 1000;
  }

  private static BigDecimal usd(long nano) {
    return BigDecimal.valueOf(nano, NANO);
  }

  private static long nano(BigDecimal usd) {
    return usd.movePointRight(NANO).longValueExact();
  }

  /** At least whole cents. */
  private static BigDecimal shown(BigDecimal stored) {
    BigDecimal exact = stored.stripTrailingZeros();
    return exact.scale() < 2 ? exact.setScale(2) : exact;
  }

  /**
   * Shortens a text of the service that is too long for its column, so that the entry can be
   * booked.
   */
  private static @Nullable String cut(@Nullable String text) {
    if (text == null) return null;
    String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
    if (clean.length() <= WIDTH) return clean;
    boolean splitsPair = Character.isHighSurrogate(clean.charAt(WIDTH - 1));
    return clean.substring(0, splitsPair ? WIDTH - 1 : WIDTH);
  }
}
