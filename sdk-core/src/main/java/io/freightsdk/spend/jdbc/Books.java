package io.freightsdk.spend.jdbc;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The row of one set of books, locked for the rest of the transaction. */
final class Books {
  private final Tx tx;
  final String name;
  final long version;
  final long nowMillis;
  final @Nullable BigDecimal openingUsd;
  final BigDecimal adjustedUsd;
  private BigDecimal chargedUsd;
  private long lastDebit;
  private long lastEntry;

  private Books(
      Tx tx,
      String name,
      long version,
      long nowMillis,
      long lastDebit,
      long lastEntry,
      @Nullable BigDecimal openingUsd,
      BigDecimal adjustedUsd,
      BigDecimal chargedUsd) {
    this.tx = tx;
    this.name = name;
    this.version = version;
    this.nowMillis = nowMillis;
    this.lastDebit = lastDebit;
    this.lastEntry = lastEntry;
    this.openingUsd = openingUsd;
    this.adjustedUsd = adjustedUsd;
    this.chargedUsd = chargedUsd;
  }

  static void create(Tx tx, String name) throws SQLException {
    tx.update(
        "INSERT INTO freight_spend_book SELECT CAST(? AS VARCHAR(64)), 0, 0, 0, 0,"
            + " CAST(NULL AS NUMERIC(28, 12)), 0, 0"
            + " WHERE NOT EXISTS (SELECT 1 FROM freight_spend_book WHERE book = ?)",
        name,
        name);
  }

  /** Time never runs backwards, whichever process's clock is behind. */
  static Books lock(Tx tx, String name, @Nullable Instant now) throws SQLException {
    Books books =
        tx.one(
            "SELECT version, clock_ms, last_debit, last_entry, opening_usd, adjusted_usd,"
                + " charged_usd FROM freight_spend_book WHERE book = ? FOR UPDATE",
            row ->
                new Books(
                    tx,
                    name,
                    row.getLong(1),
                    now == null ? row.getLong(2) : Math.max(row.getLong(2), now.toEpochMilli()),
                    row.getLong(3),
                    row.getLong(4),
                    row.getBigDecimal(5),
                    row.getBigDecimal(6),
                    row.getBigDecimal(7)),
            name);
    if (books == null) throw new SQLException("the row of book " + name + " was deleted");
    return books;
  }

  long nextDebit() {
    return ++lastDebit;
  }

  long lastDebit() {
    return lastDebit;
  }

  long nextEntry() {
    return ++lastEntry;
  }

  BigDecimal chargedUsd() {
    return chargedUsd;
  }

  void charge(BigDecimal amountUsd) {
    chargedUsd = chargedUsd.add(amountUsd);
  }

  /** Writes what has changed, under a new version. */
  void save() throws SQLException {
    tx.update(
        "UPDATE freight_spend_book SET version = ?, clock_ms = ?, last_debit = ?, last_entry = ?,"
            + " charged_usd = ? WHERE book = ?",
        version + 1,
        nowMillis,
        lastDebit,
        lastEntry,
        chargedUsd,
        name);
  }
}
