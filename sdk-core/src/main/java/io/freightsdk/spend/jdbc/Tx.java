package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.SpendStoreException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One database transaction and the statements in it. */
final class Tx {
  /** Serialization failure, deadlock, lock not available; H2's lock timeout. Safe to run again. */
  private static final Set<String> TRANSIENT = Set.of("40001", "40P01", "55P03", "HYT00");

  private static final int MAX_RUNS = 20;

  private final Connection connection;

  private Tx(Connection connection) {
    this.connection = connection;
  }

  interface Work<T> {
    T in(Tx tx) throws SQLException;
  }

  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Runs the work in a transaction of its own, again if the database says it met another one. */
  static <T> T run(DataSource dataSource, String what, Work<T> work) {
    for (int run = 1; ; run++) {
      try (Connection connection = dataSource.getConnection()) {
        return commit(connection, work);
      } catch (SQLException e) {
        boolean again = e.getSQLState() != null && TRANSIENT.contains(e.getSQLState());
        if (!again || run == MAX_RUNS) {
          throw new SpendStoreException(
              "spend store: cannot %s (SQL state %s)".formatted(what, e.getSQLState()), e);
        }
      }
    }
  }

  private static <T> T commit(Connection connection, Work<T> work) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    boolean done = false;
    try {
      T result = work.in(new Tx(connection));
      connection.commit();
      done = true;
      return result;
    } finally {
      if (!done) connection.rollback();
      connection.setAutoCommit(autoCommit);
    }
  }

  int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  <T> List<T> list(String sql, Row<T> row, @Nullable Object... values) throws SQLException {
    List<T> rows = new ArrayList<>();
    each(sql, result -> rows.add(row.read(result)), values);
    return rows;
  }

  /** The only row, or null if there is none. */
  <T> @Nullable T one(String sql, Row<T> row, @Nullable Object... values) throws SQLException {
    List<T> rows = list(sql, row, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  BigDecimal sum(String sql, @Nullable Object... values) throws SQLException {
    BigDecimal sum = one(sql, row -> row.getBigDecimal(1), values);
    return sum == null ? BigDecimal.ZERO : sum;
  }

  void each(String sql, Row<?> row, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      statement.setFetchSize(500);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) row.read(result);
      }
    }
  }

  void script(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
    return statement;
  }
}
