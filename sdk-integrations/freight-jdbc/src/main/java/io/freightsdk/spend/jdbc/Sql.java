package io.freightsdk.spend.jdbc;

import java.io.Serial;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements on one connection. Failures are unchecked, so that they pass through the money rules.
 */
final class Sql {
  private static final int FETCH_SIZE = 500;
  private static final int VALID_SECONDS = 10;

  private final Connection connection;

  Sql(Connection connection) {
    this.connection = connection;
  }

  /** Carries an {@link SQLException} through code that knows no SQL. */
  static final class Failure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    final SQLException cause;

    Failure(SQLException cause) {
      super(cause);
      this.cause = cause;
    }
  }

  interface Row<T> {
    @Nullable T read(ResultSet row) throws SQLException;
  }

  int update(String sql, @Nullable Object... values) {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new Failure(e);
    }
  }

  void insert(String table, String columns, @Nullable Object... values) {
    update(
        "INSERT INTO %s (%s) VALUES (%s)".formatted(table, columns, marks(values.length)), values);
  }

  /**
   * Runs a statement once for each set of values.
   *
   * @return how many rows each of them changed, or {@link Statement#SUCCESS_NO_INFO}
   */
  int[] batch(String sql, List<@Nullable Object[]> values) {
    if (values.isEmpty()) return new int[0];
    if (values.size() == 1) return new int[] {update(sql, values.get(0))};
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (@Nullable Object[] row : values) {
        set(statement, row);
        statement.addBatch();
      }
      return statement.executeBatch();
    } catch (SQLException e) {
      throw new Failure(e);
    }
  }

  <T> List<T> list(String sql, Row<T> row, @Nullable Object... values) {
    List<T> rows = new ArrayList<>();
    each(
        sql,
        result -> {
          T read = row.read(result);
          if (read != null) rows.add(read);
          return null;
        },
        values);
    return rows;
  }

  /** The first row, or null if there is none. */
  <T> @Nullable T one(String sql, Row<T> row, @Nullable Object... values) {
    List<T> rows = list(sql, row, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  long number(String sql, @Nullable Object... values) {
    Long number = one(sql, row -> row.getLong(1), values);
    return number == null ? 0 : number;
  }

  void each(String sql, Row<?> row, @Nullable Object... values) {
    try (PreparedStatement statement = prepare(sql, values)) {
      statement.setFetchSize(FETCH_SIZE);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) row.read(result);
      }
    } catch (SQLException e) {
      throw new Failure(e);
    }
  }

  /** Whether the connection itself is what failed. */
  boolean isBroken() {
    try {
      return !connection.isValid(VALID_SECONDS);
    } catch (SQLException e) {
      return true;
    }
  }

  void script(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new Failure(e);
    }
  }

  /** A question mark for each value of an IN list. */
  static String marks(int values) {
    return String.join(", ", Collections.nCopies(values, "?"));
  }

  private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    set(statement, values);
    return statement;
  }

  private static void set(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
  }
}
