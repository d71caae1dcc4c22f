package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.SpendRequest;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of freight_spend_debit: money that the service takes at most once. */
final class DebitRow {
  private static final long KEY_KEPT_MILLIS = Duration.ofHours(24).toMillis();
  private static final String COLUMNS =
      "id, idempotency_key, operation, scope, first_seen_ms, abandoned_ms, calls, held_usd,"
          + " spent_usd, spent_ms, charged, unknown_entry";

  final long id;
  final @Nullable String idempotencyKey;
  final String operation;
  final String scope;
  final long firstSeenMillis;
  long abandonedMillis;
  int calls;
  BigDecimal heldUsd = BigDecimal.ZERO;
  BigDecimal spentUsd = BigDecimal.ZERO;
  long spentMillis;
  boolean charged;
  @Nullable Long unknownEntry;
  private boolean isNew;

  private DebitRow(
      long id,
      @Nullable String idempotencyKey,
      String operation,
      String scope,
      long firstSeenMillis) {
    this.id = id;
    this.idempotencyKey = idempotencyKey;
    this.operation = operation;
    this.scope = scope;
    this.firstSeenMillis = firstSeenMillis;
  }

  /** The debit of the request's key, as long as the service remembers the key, or a new one. */
  static DebitRow of(Tx tx, Books books, SpendRequest request) throws SQLException {
    DebitRow known =
        request.idempotencyKey() == null
            ? null
            : tx.one(
                "SELECT %s FROM freight_spend_debit WHERE book = ? AND idempotency_key = ?"
                        .formatted(COLUMNS)
                    + " AND (calls > 0 OR first_seen_ms > ?) ORDER BY id DESC",
                DebitRow::read,
                books.name,
                request.idempotencyKey(),
                books.nowMillis - KEY_KEPT_MILLIS);
    if (known != null) return known;

    DebitRow fresh =
        new DebitRow(
            books.nextDebit(),
            request.idempotencyKey(),
            request.operation().name(),
            request.scope(),
            books.nowMillis);
    fresh.isNew = true;
    return fresh;
  }

  static DebitRow find(Tx tx, Books books, long id) throws SQLException {
    DebitRow debit =
        tx.one(
            "SELECT %s FROM freight_spend_debit WHERE book = ? AND id = ?".formatted(COLUMNS),
            DebitRow::read,
            books.name,
            id);
    if (debit == null) throw new SQLException("the row of debit " + id + " was deleted");
    return debit;
  }

  /** Debits of calls that should have ended long ago: their processes are dead. */
  static List<DebitRow> abandoned(Tx tx, Books books) throws SQLException {
    return tx.list(
        "SELECT %s FROM freight_spend_debit WHERE book = ? AND calls > 0 AND abandoned_ms <= ?"
            .formatted(COLUMNS),
        DebitRow::read,
        books.name,
        books.nowMillis);
  }

  static int openCalls(Tx tx, Books books) throws SQLException {
    return tx.sum(
            "SELECT SUM(calls) FROM freight_spend_debit WHERE book = ? AND calls > 0", books.name)
        .intValueExact();
  }

  /** The scope of the debit and those around it, innermost first. */
  List<String> scopes() {
    List<String> scopes = new ArrayList<>();
    for (int end = scope.length(); end > 0; end = scope.lastIndexOf('/', end - 1)) {
      scopes.add(scope.substring(0, end));
    }
    return scopes;
  }

  boolean isNew() {
    return isNew;
  }

  void save(Tx tx, Books books) throws SQLException {
    if (isNew) {
      tx.update(
          "INSERT INTO freight_spend_debit (book, %s) VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, FALSE, NULL)"
              .formatted(COLUMNS),
          books.name,
          id,
          idempotencyKey,
          operation,
          scope,
          firstSeenMillis);
      isNew = false;
    }
    tx.update(
        "UPDATE freight_spend_debit SET abandoned_ms = ?, calls = ?, held_usd = ?, spent_usd = ?,"
            + " spent_ms = ?, charged = ?, unknown_entry = ? WHERE book = ? AND id = ?",
        abandonedMillis,
        calls,
        heldUsd,
        spentUsd,
        spentMillis,
        charged,
        unknownEntry,
        books.name,
        id);
  }

  private static DebitRow read(ResultSet row) throws SQLException {
    DebitRow debit =
        new DebitRow(
            row.getLong(1), row.getString(2), row.getString(3), row.getString(4), row.getLong(5));
    debit.abandonedMillis = row.getLong(6);
    debit.calls = row.getInt(7);
    debit.heldUsd = row.getBigDecimal(8);
    debit.spentUsd = row.getBigDecimal(9);
    debit.spentMillis = row.getLong(10);
    debit.charged = row.getBoolean(11);
    long unknownEntry = row.getLong(12);
    debit.unknownEntry = row.wasNull() ? null : unknownEntry;
    return debit;
  }
}
