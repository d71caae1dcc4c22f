package io.freightsdk.examples.benchmarks.money;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.spend.SpendLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

/** An empty ledger of one kind. */
class GrowingLedger implements AutoCloseable {
  private static final int CONNECTIONS = 16;

  private final SpendLedger ledger;

  private GrowingLedger(SpendLedger ledger) {
    this.ledger = ledger;
  }

  static GrowingLedger inMemory() {
    return new GrowingLedger(SpendLedger.inMemory());
  }

  /**
   * A new ledger in a database.
   *
   * @param settles what ends the work that a database does after rows were copied
   */
  static GrowingLedger in(String jdbcUrl, List<String> settles) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(CONNECTIONS);
    HikariDataSource pool = new HikariDataSource(config);
    String name = UUID.randomUUID().toString();
    try {
      return new InDatabase(pool, name, SpendLedger.jdbc(pool, name), settles);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  SpendLedger ledger() {
    return ledger;
  }

  /**
   * Brings the ledger to so many entries in less time than calls would take, where that is long: a
   * database would book a million in twenty minutes.
   */
  void copyEntries(long size) throws SQLException {}

  @Override
  public void close() {
    ledger.close();
  }

  /** Every entry of its ledger is that of a position read, and was charged. */
  private static final class InDatabase extends GrowingLedger {
    private static final String ENTRY =
        "book, kind, made_at, operation, load_number, customer_ref, outcome, amount_usd, least_usd,"
            + " reserved_usd, running, is_open, scopes, account, idempotency_key, request_id,"
            + " digest, counts_at, said_at, lowest_usd";
    private static final String RESERVATION =
        "scope, price_usd, made_at, expires_at, state, said_at, settled, load_number, request_id";

    private final HikariDataSource pool;
    private final String name;
    private final List<String> settles;

    InDatabase(HikariDataSource pool, String name, SpendLedger ledger, List<String> settles) {
      super(ledger);
      this.pool = pool;
      this.name = name;
      this.settles = settles;
    }

    @Override
    void copyEntries(long size) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        long there = entries(connection);
        for (long now = there; now < size; now += Math.min(there, size - now)) {
          copy(connection, now, Math.min(there, size - now));
        }
        update(
            connection,
            "UPDATE freight_book SET version = version + 1, last_id = ? WHERE book = ?",
            size,
            name);
        // What the entries add up to, also in the seconds in which the copied ones were made.
        update(
            connection,
            "UPDATE freight_sum SET nano = nano / ? * ? WHERE book = ?",
            there,
            size,
            name);
        try (Statement statement = connection.createStatement()) {
          for (String settle : settles) statement.execute(settle);
        }
      }
    }

    /** The first entries with their reservations, once more after those that are there. */
    private void copy(Connection connection, long after, long count) throws SQLException {
      update(
          connection,
          "INSERT INTO freight_reservation (book, purchase, id, "
              + RESERVATION
              + ") SELECT made.book, CONCAT('copy-', entry.id + ?), made.id, made."
              + RESERVATION.replace(", ", ", made.")
              + " FROM freight_reservation made JOIN freight_ledger entry ON entry.book = made.book"
              + " AND entry.name = made.purchase WHERE entry.id <= ? AND entry.book = ?",
          after,
          count,
          name);
      update(
          connection,
          "INSERT INTO freight_ledger (id, name, "
              + ENTRY
              + ") SELECT id + ?, CONCAT('copy-', id + ?), "
              + ENTRY
              + " FROM freight_ledger WHERE id <= ? AND book = ?",
          after,
          after,
          count,
          name);
    }

    /** One for each number, up to the last. */
    private long entries(Connection connection) throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement(
              "SELECT COUNT(*), MAX(id) FROM freight_ledger WHERE book = ?")) {
        statement.setString(1, name);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          if (row.getLong(1) == row.getLong(2)) return row.getLong(1);
        }
      }
      throw new IllegalStateException("numbers of entries are missing in ledger " + name);
    }

    private static void update(Connection connection, String sql, Object... values)
        throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        statement.executeUpdate();
      }
    }

    @Override
    public void close() {
      super.close();
      pool.close();
    }
  }
}
