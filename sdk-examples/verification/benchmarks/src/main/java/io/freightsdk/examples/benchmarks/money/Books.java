package io.freightsdk.examples.benchmarks.money;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import io.freightsdk.spend.store.Cell;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Empty books of one kind. */
class Books implements AutoCloseable {
  private static final int CONNECTIONS = 16;

  /** Digits of an amount in the books. */
  private static final int NANO = 9;

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
   * @param settles what ends the work that a database does after rows were copied
   */
  static Books in(String jdbcUrl, List<String> settles) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(CONNECTIONS);
    HikariDataSource pool = new HikariDataSource(config);
    String book = UUID.randomUUID().toString();
    try {
      return new InDatabase(pool, book, JdbcSpendStore.open(pool, book), settles);
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
        "book, attempt, at_us, operation, load_number, idempotency_key, request_id, outcome,"
            + " amount_usd, least_usd, scope, held_after, is_open";
    private static final String HEAD = "SELECT book, head FROM freight_book WHERE book = ?";
    private static final String CELLS =
        "SELECT id, body FROM freight_cell WHERE (id LIKE 'scope %' OR id LIKE 'window %')"
            + " AND book = ?";

    /** The number of the last entry. */
    private static final Pattern LAST = Pattern.compile("(?<=\\blast=)\\d+");

    /**
     * What grows with the entries of a scope and its windows: {@code spent=6.50 window.PT24H=2.60
     * sum.getLoadPosition=CHARGED:325:6.50} and {@code slots=497231,3:3.90}.
     */
    private static final Pattern SUMS =
        Pattern.compile("(?<=\\bspent=|\\bwindow\\.[^=]{1,80}=|:)[\\d.]+");

    private final HikariDataSource pool;
    private final String book;
    private final List<String> settles;

    InDatabase(HikariDataSource pool, String book, SpendStore store, List<String> settles) {
      super(store);
      this.pool = pool;
      this.book = book;
      this.settles = settles;
    }

    @Override
    void copyEntries(long size) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        long there = entries(connection);
        for (long now = there; now < size; now += Math.min(there, size - now)) {
          update(
              connection,
              "INSERT INTO freight_ledger (id, token, "
                  + COPIED
                  + ") SELECT id + ?, CONCAT('copy-', id + ?), "
                  + COPIED
                  + " FROM freight_ledger WHERE id <= ? AND book = ?",
              now,
              now,
              Math.min(there, size - now),
              book);
        }
        UnaryOperator<String> grown = number -> grown(number, size, there);
        for (String[] row : rows(connection, HEAD)) {
          String head = replaced(LAST, row[1], last -> Long.toString(size));
          String text = Cell.edited("head", head).text();
          update(connection, "UPDATE freight_book SET head = ? WHERE book = ?", text, book);
        }
        for (String[] row : rows(connection, CELLS)) {
          String body = replaced(SUMS, row[1], grown);
          update(
              connection,
              "UPDATE freight_cell SET body = ? WHERE id = ? AND book = ?",
              Cell.edited(row[0], body).text(),
              row[0],
              book);
        }
        try (Statement statement = connection.createStatement()) {
          for (String settle : settles) statement.execute(settle);
        }
      }
    }

    private static String replaced(Pattern what, String text, UnaryOperator<String> by) {
      return what.matcher(text).replaceAll(found -> by.apply(found.group()));
    }

    private static String grown(String number, long size, long there) {
      BigDecimal was = new BigDecimal(number);
      int digits = was.scale() == 0 ? 0 : NANO;
      return was.multiply(BigDecimal.valueOf(size))
          .divide(BigDecimal.valueOf(there), digits, RoundingMode.HALF_UP)
          .toPlainString();
    }

    private long entries(Connection connection) throws SQLException {
      String last = "SELECT book, MAX(id) FROM freight_ledger WHERE book = ? GROUP BY book";
      return Long.parseLong(rows(connection, last).get(0)[1]);
    }

    /** The two columns of each row of this book. */
    private List<String[]> rows(Connection connection, String sql) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, book);
        List<String[]> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
          while (row.next()) rows.add(new String[] {row.getString(1), row.getString(2)});
        }
        return rows;
      }
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
