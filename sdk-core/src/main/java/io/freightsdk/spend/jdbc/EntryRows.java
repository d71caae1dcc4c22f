package io.freightsdk.spend.jdbc;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of freight_spend_entry: the ledger. */
final class EntryRows {
  private static final String COLUMNS =
      "id, at, operation, load_number, idempotency_key, request_id, attempt, outcome, amount_usd,"
          + " scope";

  private EntryRows() {}

  /** Databases keep microseconds. */
  static Instant stored(Instant at) {
    return at.truncatedTo(ChronoUnit.MICROS);
  }

  static void insert(Tx tx, Books books, DebitRow debit, SpendEntry entry) throws SQLException {
    tx.update(
        "INSERT INTO freight_spend_entry (book, debit, %s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            .formatted(COLUMNS),
        books.name,
        debit.id,
        entry.id(),
        OffsetDateTime.ofInstant(entry.at(), ZoneOffset.UTC),
        entry.operation().name(),
        entry.loadNumber(),
        entry.idempotencyKey(),
        entry.requestId(),
        entry.attempt(),
        entry.outcome().name(),
        entry.amountUsd(),
        entry.scope());
  }

  static void settle(Tx tx, Books books, SpendEntry settled) throws SQLException {
    tx.update(
        "UPDATE freight_spend_entry SET outcome = ?, amount_usd = ? WHERE book = ? AND id = ?",
        settled.outcome().name(),
        settled.amountUsd(),
        books.name,
        settled.id());
  }

  static @Nullable SpendEntry unknown(Tx tx, Books books, long id) throws SQLException {
    return tx.one(
        "SELECT %s FROM freight_spend_entry WHERE book = ? AND id = ? AND outcome = 'UNKNOWN'"
            .formatted(COLUMNS),
        EntryRows::read,
        books.name,
        id);
  }

  static long debitOf(Tx tx, Books books, long id) throws SQLException {
    Long debit =
        tx.one(
            "SELECT debit FROM freight_spend_entry WHERE book = ? AND id = ?",
            row -> row.getLong(1),
            books.name,
            id);
    return debit == null ? 0 : debit;
  }

  static List<SpendEntry> unknown(Tx tx, Books books) throws SQLException {
    return tx.list(
        "SELECT %s FROM freight_spend_entry WHERE book = ? AND outcome = 'UNKNOWN' ORDER BY id"
            .formatted(COLUMNS),
        EntryRows::read,
        books.name);
  }

  static List<SpendEntry> list(Tx tx, String book, SpendFilter filter) throws SQLException {
    Condition condition = new Condition(book, filter);
    return tx.list(
        "SELECT %s FROM freight_spend_entry WHERE %s ORDER BY id"
            .formatted(COLUMNS, condition.sql()),
        EntryRows::read,
        condition.values());
  }

  static SpendTotals totals(Tx tx, String book, SpendFilter filter) throws SQLException {
    Condition condition = new Condition(book, filter);
    List<Group> groups =
        tx.list(
            "SELECT outcome, COUNT(*), SUM(amount_usd) FROM freight_spend_entry WHERE %s GROUP BY outcome"
                .formatted(condition.sql()),
            row ->
                new Group(
                    SpendOutcome.valueOf(row.getString(1)),
                    row.getLong(2),
                    Amounts.shown(row.getBigDecimal(3))),
            condition.values());
    Group charged = Group.of(SpendOutcome.CHARGED, groups);
    Group unknown = Group.of(SpendOutcome.UNKNOWN, groups);
    return new SpendTotals(
        charged.amountUsd,
        unknown.amountUsd,
        charged.entries,
        Group.of(SpendOutcome.NOT_CHARGED, groups).entries,
        unknown.entries,
        true);
  }

  private record Group(SpendOutcome outcome, long entries, BigDecimal amountUsd) {
    static Group of(SpendOutcome outcome, List<Group> groups) {
      for (Group group : groups) {
        if (group.outcome == outcome) return group;
      }
      return new Group(outcome, 0, BigDecimal.ZERO);
    }
  }

  private static SpendEntry read(ResultSet row) throws SQLException {
    return new SpendEntry(
        row.getLong(1),
        row.getObject(2, OffsetDateTime.class).toInstant(),
        Operation.valueOf(row.getString(3)),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getInt(7),
        SpendOutcome.valueOf(row.getString(8)),
        Amounts.shown(row.getBigDecimal(9)),
        row.getString(10));
  }

  /** A filter as SQL; its parts stand in the text, its values never do. */
  private static final class Condition {
    private final StringBuilder sql = new StringBuilder("book = ?");
    private final List<Object> values = new ArrayList<>();

    Condition(String book, SpendFilter filter) {
      values.add(book);
      Operation operation = filter.operation();
      add(" AND operation = ?", operation == null ? null : operation.name());
      add(" AND load_number = ?", filter.loadNumber());
      add(" AND at >= ?", time(filter.from()));
      add(" AND at < ?", time(filter.to()));
      String scope = filter.scope();
      if (scope != null) {
        add(" AND (scope = ?", scope);
        add(" OR scope LIKE ? ESCAPE '!')", Amounts.inside(scope));
      }
    }

    private void add(String part, @Nullable Object value) {
      if (value == null) return;
      sql.append(part);
      values.add(value);
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
      return instant == null ? null : OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    String sql() {
      return sql.toString();
    }

    Object[] values() {
      return values.toArray();
    }
  }
}
