package io.freightsdk.spend.jdbc;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Book;
import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Sums;
import io.freightsdk.internal.spend.Times;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of freight_spend_entry: the ledger. */
final class LineRows implements Book.Lines {
  private static final String COLUMNS =
      "id, at_us, operation, load_number, idempotency_key, request_id, attempt, outcome,"
          + " amount_usd, scope, reservation, call_token, counted_us, paths";
  private static final String SELECT =
      "SELECT " + COLUMNS + " FROM freight_spend_entry WHERE book = ?";
  private static final int WIDTH = 255;
  private static final int DROPPED_AT_ONCE = 5000;

  private final Sql sql;
  private final String book;

  LineRows(Sql sql, String book) {
    this.sql = sql;
    this.book = book;
  }

  @Override
  public @Nullable Line add(Line line) {
    SpendEntry entry = line.entry();
    sql.insert(
        "freight_spend_entry",
        COLUMNS + ", book",
        entry.id(),
        Times.micros(entry.at()),
        entry.operation().name(),
        cut(entry.loadNumber()),
        cut(entry.idempotencyKey()),
        cut(entry.requestId()),
        entry.attempt(),
        entry.outcome().name(),
        amount(entry),
        entry.scope(),
        line.reservation(),
        line.call(),
        line.countedAt(),
        Sql.text(line.paths()),
        book);
    return null;
  }

  @Override
  public @Nullable Line replace(Line line) {
    sql.update(
        "DELETE FROM freight_spend_entry WHERE book = ? AND id = ?", book, line.entry().id());
    return add(line);
  }

  private static BigDecimal amount(SpendEntry entry) {
    return NanoUsd.toUsd(NanoUsd.spent(entry.amountUsd()));
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

  @Override
  public @Nullable Line find(long id) {
    return sql.one(SELECT + " AND id = ?", LineRows::read, book, id);
  }

  @Override
  public List<Line> of(String token, long reservation, long after) {
    return sql.list(
        SELECT + " AND id > ? AND (call_token = ? OR reservation = ?) ORDER BY id",
        LineRows::read,
        book,
        after,
        token,
        reservation);
  }

  @Override
  public List<Line> unknown() {
    return sql.list(SELECT + " AND outcome = 'UNKNOWN' ORDER BY id", LineRows::read, book);
  }

  @Override
  public long excessUnknown() {
    return 0;
  }

  @Override
  public void chargedSince(String scope, long madeAt, long countedAt, Consumer<Line> reader) {
    sql.each(
        SELECT
            + " AND at_us >= ? AND counted_us >= ? AND outcome = 'CHARGED'"
            + " AND (scope = ? OR scope LIKE ? ESCAPE '!' OR paths <> '')",
        row -> {
          reader.accept(read(row));
          return null;
        },
        book,
        madeAt,
        countedAt,
        scope,
        ScopeRows.inside(scope));
  }

  @Override
  public List<Long> pricesCharged(Operation operation, long after) {
    return sql.list(
        "SELECT DISTINCT amount_usd FROM freight_spend_entry"
            + " WHERE book = ? AND id > ? AND operation = ? AND outcome = 'CHARGED'",
        row -> NanoUsd.spent(row.getBigDecimal(1)),
        book,
        after,
        operation.name());
  }

  @Override
  public List<SpendEntry> page(SpendFilter filter, long after, int atMost) {
    Condition condition = new Condition(book, filter);
    condition.add(" AND id > ?", after);
    return sql.list(
        "SELECT %s FROM freight_spend_entry WHERE %s ORDER BY id LIMIT %d"
            .formatted(COLUMNS, condition.text, atMost),
        row -> read(row).entry(),
        condition.values.toArray());
  }

  @Override
  public Sums sum(SpendFilter filter) {
    Condition condition = new Condition(book, filter);
    return sql
        .list(
            "SELECT outcome, COUNT(*), SUM(amount_usd) FROM freight_spend_entry WHERE %s GROUP BY outcome"
                .formatted(condition.text),
            row ->
                Sums.of(
                    Charge.Kind.valueOf(row.getString(1)),
                    row.getLong(2),
                    NanoUsd.spent(row.getBigDecimal(3))),
            condition.values.toArray())
        .stream()
        .reduce(Sums.NONE, Sums::plus);
  }

  @Override
  public boolean drop(long before, long deadBefore) {
    String old =
        "book = ? AND at_us < ? AND counted_us < ? AND outcome <> 'UNKNOWN'"
            + " AND (attempt <> 0 OR at_us < ?)";
    Long last =
        sql.one(
            "SELECT MAX(id) FROM (SELECT id FROM freight_spend_entry WHERE "
                + old
                + " ORDER BY id LIMIT "
                + DROPPED_AT_ONCE
                + ") oldest",
            row -> row.getObject(1) == null ? null : row.getLong(1),
            book,
            before,
            before,
            deadBefore);
    if (last == null) return false;
    sql.update(
        "DELETE FROM freight_spend_entry WHERE " + old + " AND id <= ?",
        book,
        before,
        before,
        deadBefore,
        last);
    return true;
  }

  private static Line read(ResultSet row) throws SQLException {
    Charge.Kind outcome = Charge.Kind.valueOf(row.getString(8));
    SpendEntry entry =
        new SpendEntry(
            row.getLong(1),
            Times.instant(row.getLong(2)),
            Operation.valueOf(row.getString(3)),
            row.getString(4),
            row.getString(5),
            row.getString(6),
            row.getInt(7),
            outcome,
            outcome == Charge.Kind.NONE
                ? BigDecimal.ZERO
                : NanoUsd.toUsd(NanoUsd.spent(row.getBigDecimal(9))),
            row.getString(10));
    return new Line(
        entry, row.getLong(11), row.getString(12), row.getLong(13), Sql.texts(row.getString(14)));
  }

  /** A filter as SQL with parameters: its values are never part of the text. */
  private static final class Condition {
    final StringBuilder text = new StringBuilder("book = ?");
    final List<@Nullable Object> values = new ArrayList<>();

    Condition(String book, SpendFilter filter) {
      values.add(book);
      Operation operation = filter.operation();
      Instant from = filter.from();
      Instant to = filter.to();
      String scope = filter.scope();
      add(" AND operation = ?", operation == null ? null : operation.name());
      add(" AND load_number = ?", filter.loadNumber());
      add(" AND at_us >= ?", from == null ? null : Times.micros(from));
      add(" AND at_us < ?", to == null ? null : Times.micros(to));
      if (scope != null) {
        add(" AND (scope = ?", scope);
        add(" OR scope LIKE ? ESCAPE '!')", ScopeRows.inside(scope));
      }
    }

    private void add(String part, @Nullable Object value) {
      if (value == null) return;
      text.append(part);
      values.add(value);
    }
  }
}
