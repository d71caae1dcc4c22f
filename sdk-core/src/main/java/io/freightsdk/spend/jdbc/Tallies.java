package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendRequest;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What scopes have set aside and spent, and the running sums of their windows.
 *
 * <p>A window's sum is swept when it is looked at: debits that have left it are subtracted once, by
 * the index on their time, so looking costs what has left since, not what the window holds.
 */
final class Tallies {
  private static final String IN_SCOPE = " AND (scope = ? OR scope LIKE ? ESCAPE '!')";

  private final Tx tx;
  private final Books books;

  Tallies(Tx tx, Books books) {
    this.tx = tx;
    this.books = books;
  }

  private record Scope(long sinceDebit, BigDecimal heldUsd, BigDecimal spentUsd) {}

  private record Window(long sweptMillis, BigDecimal spentUsd) {}

  /** Null if the amount fits every limit of the request. */
  @Nullable SpendRefusal refusal(SpendRequest request, BigDecimal amountUsd) throws SQLException {
    for (SpendLimit limit : request.limits()) {
      SpendRefusal refusal = refusal(limit, request.amountUsd(), amountUsd);
      if (refusal != null) return refusal;
    }
    return null;
  }

  private @Nullable SpendRefusal refusal(
      SpendLimit limit, BigDecimal priceUsd, BigDecimal amountUsd) throws SQLException {
    BigDecimal counted =
        switch (limit.kind()) {
          case PER_CALL -> BigDecimal.ZERO;
          case WINDOW -> inWindow(limit);
          case TOTAL -> {
            Scope scope = scope(limit.scope());
            yield scope.heldUsd.add(scope.spentUsd);
          }
        };
    BigDecimal missing = counted.add(amountUsd).subtract(limit.capUsd());
    if (missing.signum() <= 0) return null;

    boolean fitsAlone = amountUsd.compareTo(limit.capUsd()) <= 0;
    return new SpendRefusal(
        limit,
        priceUsd,
        Amounts.shown(limit.capUsd().subtract(counted).max(BigDecimal.ZERO)),
        limit.window() == null || !fitsAlone ? null : freesAt(limit, missing));
  }

  /** Money set aside does not age: the service may take it at any moment until the call ends. */
  private BigDecimal inWindow(SpendLimit limit) throws SQLException {
    Scope scope = scope(limit.scope());
    long windowMillis = millis(limit);
    long goneUntil = books.nowMillis - windowMillis;
    Window window =
        tx.one(
            "SELECT swept_ms, spent_usd FROM freight_spend_window"
                + " WHERE book = ? AND scope = ? AND window_ms = ?",
            row -> new Window(row.getLong(1), row.getBigDecimal(2)),
            books.name,
            limit.scope(),
            windowMillis);
    if (window == null) {
      BigDecimal spent = spentBetween(limit.scope(), scope, goneUntil, Long.MAX_VALUE);
      tx.update(
          "INSERT INTO freight_spend_window (book, scope, window_ms, swept_ms, spent_usd)"
              + " VALUES (?, ?, ?, ?, ?)",
          books.name,
          limit.scope(),
          windowMillis,
          goneUntil,
          spent);
      return scope.heldUsd.add(spent);
    }
    if (goneUntil <= window.sweptMillis) return scope.heldUsd.add(window.spentUsd);

    BigDecimal gone = spentBetween(limit.scope(), scope, window.sweptMillis, goneUntil);
    BigDecimal spent = window.spentUsd.subtract(gone);
    tx.update(
        "UPDATE freight_spend_window SET swept_ms = ?, spent_usd = ?"
            + " WHERE book = ? AND scope = ? AND window_ms = ?",
        goneUntil,
        spent,
        books.name,
        limit.scope(),
        windowMillis);
    return scope.heldUsd.add(spent);
  }

  private BigDecimal spentBetween(String path, Scope scope, long afterMillis, long untilMillis)
      throws SQLException {
    return tx.sum(
        "SELECT SUM(spent_usd) FROM freight_spend_debit"
            + " WHERE book = ? AND spent_ms > ? AND spent_ms <= ? AND id > ?"
            + IN_SCOPE,
        books.name,
        afterMillis,
        untilMillis,
        scope.sinceDebit,
        path,
        Amounts.inside(path));
  }

  private @Nullable Instant freesAt(SpendLimit limit, BigDecimal missingUsd) throws SQLException {
    Long lastToLeave =
        tx.one(
            "SELECT MIN(spent_ms) FROM (SELECT spent_ms,"
                + " SUM(spent_usd) OVER (ORDER BY spent_ms, id) AS freed FROM freight_spend_debit"
                + " WHERE book = ? AND spent_ms > ? AND spent_usd > 0 AND id > ?"
                + IN_SCOPE
                + ") running WHERE freed >= ?",
            row -> {
              long millis = row.getLong(1);
              return row.wasNull() ? -1 : millis;
            },
            books.name,
            books.nowMillis - millis(limit),
            scope(limit.scope()).sinceDebit,
            limit.scope(),
            Amounts.inside(limit.scope()),
            missingUsd);
    return lastToLeave == null || lastToLeave < 0
        ? null
        : Instant.ofEpochMilli(lastToLeave + millis(limit));
  }

  void hold(DebitRow debit, BigDecimal amountUsd) throws SQLException {
    debit.heldUsd = amountUsd;
    add(debit, amountUsd, BigDecimal.ZERO);
  }

  void release(DebitRow debit) throws SQLException {
    add(debit, debit.heldUsd.negate(), BigDecimal.ZERO);
    debit.heldUsd = BigDecimal.ZERO;
  }

  void spend(DebitRow debit, long atMillis, BigDecimal amountUsd) throws SQLException {
    debit.spentUsd = amountUsd;
    debit.spentMillis = atMillis;
    add(debit, BigDecimal.ZERO, amountUsd);
  }

  void unspend(DebitRow debit) throws SQLException {
    add(debit, BigDecimal.ZERO, debit.spentUsd.negate());
    debit.spentUsd = BigDecimal.ZERO;
  }

  private void add(DebitRow debit, BigDecimal heldUsd, BigDecimal spentUsd) throws SQLException {
    for (String path : debit.scopes()) {
      boolean forgotten = scope(path).sinceDebit >= debit.id;
      if (forgotten) continue;
      tx.update(
          "UPDATE freight_spend_scope SET held_usd = held_usd + ?, spent_usd = spent_usd + ?"
              + " WHERE book = ? AND scope = ?",
          heldUsd,
          spentUsd,
          books.name,
          path);
      if (spentUsd.signum() == 0) continue;
      // A window that the debit has left already does not count it.
      tx.update(
          "UPDATE freight_spend_window SET spent_usd = spent_usd + ?"
              + " WHERE book = ? AND scope = ? AND swept_ms < ?",
          spentUsd,
          books.name,
          path,
          debit.spentMillis);
    }
  }

  void forget(String path) throws SQLException {
    String inside = Amounts.inside(path);
    tx.update(
        "UPDATE freight_spend_scope SET since_debit = ?, held_usd = 0, spent_usd = 0"
            + " WHERE book = ?"
            + IN_SCOPE,
        books.lastDebit(),
        books.name,
        path,
        inside);
    tx.update(
        "DELETE FROM freight_spend_window WHERE book = ?" + IN_SCOPE, books.name, path, inside);
  }

  private Scope scope(String path) throws SQLException {
    Scope scope =
        tx.one(
            "SELECT since_debit, held_usd, spent_usd FROM freight_spend_scope"
                + " WHERE book = ? AND scope = ?",
            row -> new Scope(row.getLong(1), row.getBigDecimal(2), row.getBigDecimal(3)),
            books.name,
            path);
    if (scope != null) return scope;

    tx.update(
        "INSERT INTO freight_spend_scope (book, scope, since_debit, held_usd, spent_usd)"
            + " VALUES (?, ?, 0, 0, 0)",
        books.name,
        path);
    return new Scope(0, BigDecimal.ZERO, BigDecimal.ZERO);
  }

  private static long millis(SpendLimit limit) {
    return limit.window() == null ? 0 : limit.window().toMillis();
  }
}
