package io.freightsdk.examples.benchmarks.money;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** Empty books of one kind. */
class Books implements AutoCloseable {
  private static final int CONNECTIONS = 16;

  private final SpendStore store;

  private Books(SpendStore store) {
    this.store = store;
  }

  static Books inMemory() {
    return new Books(SpendStore.inMemory());
  }

  /**
   * A new book in a database.
   *
   * @param analyze what, before the name of a table, brings the planner up to date
   */
  static Books in(String jdbcUrl, String analyze) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(CONNECTIONS);
    HikariDataSource pool = new HikariDataSource(config);
    String book = UUID.randomUUID().toString();
    try {
      return new InDatabase(pool, book, JdbcSpendStore.open(pool, book), analyze);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  SpendStore store() {
    return store;
  }

  /**
   * Brings the book near to so many entries in less time than calls would take, where that is long:
   * a database would book a million in twenty minutes.
   */
  void copyEntries(long size) throws SQLException {}

  @Override
  public void close() {
    store.close();
  }

  /** Every entry of its book is that of a position read, and was charged. */
  private static final class InDatabase extends Books {
    private static final String COPIED =
        "operation, load_number, idempotency_key, request_id, attempt, outcome, amount_usd, scope,"
            + " call_token, paths, at_us, counted_us";

    private final HikariDataSource pool;
    private final String book;
    private final String analyze;

    InDatabase(HikariDataSource pool, String book, SpendStore store, String analyze) {
      super(store);
      this.pool = pool;
      this.book = book;
      this.analyze = analyze;
    }

    @Override
    void copyEntries(long size) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        long there = entries(connection);
        for (long now = there; now < size; now += Math.min(there, size - now)) {
          update(
              connection,
              "INSERT INTO freight_spend_entry (book, id, reservation, "
                  + COPIED
                  + ") SELECT book, id + ?, reservation + ?, "
                  + COPIED
                  + " FROM freight_spend_entry WHERE id <= ? AND book = ?",
              now,
              now,
              Math.min(there, size - now));
        }
        update(
            connection,
            "UPDATE freight_spend_scope SET spent_nano = spent_nano * ? / ?,"
                + " charged_nano = charged_nano * ? / ?, charged_count = charged_count * ? / ?"
                + " WHERE book = ?",
            size,
            there,
            size,
            there,
            size,
            there);
        update(
            connection,
            "UPDATE freight_spend_bucket SET nano = nano * ? / ? WHERE book = ?",
            size,
            there);
        update(
            connection,
            "UPDATE freight_spend_book SET version = version + 1, last_entry = ?,"
                + " last_reservation = last_reservation + ? WHERE book = ?",
            size,
            size);
        try (Statement statement = connection.createStatement()) {
          statement.execute(analyze + " freight_spend_entry");
        }
      }
    }

    private long entries(Connection connection) throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement("SELECT last_entry FROM freight_spend_book WHERE book = ?")) {
        statement.setString(1, book);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          return row.getLong(1);
        }
      }
    }

    private void update(Connection connection, String sql, long... values) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        int at = 1;
        for (long value : values) statement.setLong(at++, value);
        statement.setString(at, book);
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
