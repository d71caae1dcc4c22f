package io.freightsdk.internal.jdbc;

import java.io.Serial;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements on one connection, whose failures pass through the rules of money unchecked. */
public record Sql(Connection connection) {
  /** Carries an {@link SQLException} through code that knows no SQL. */
  public static final class Failure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    public final SQLException cause;

    public Failure(SQLException cause) {
      super(cause);
      this.cause = cause;
    }

    /** Whether the statement itself is wrong for this database: a table is missing, or a right. */
    public boolean isRefused() {
      String state = cause.getSQLState();
      return state != null && state.startsWith("42");
    }

    /** Whether a row with this key was there. */
    public boolean isDuplicate() {
      String state = cause.getSQLState();
      return state != null && state.startsWith("23");
    }
  }

  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  private interface Work<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  public int update(String sql, @Nullable Object... values) {
    return with(sql, values, PreparedStatement::executeUpdate);
  }

  /** Runs a statement once for each row; how many rows each run wrote, or less than 0. */
  public int[] batch(String sql, List<@Nullable Object[]> rows) {
    if (rows.isEmpty()) return new int[0];
    return with(
        sql,
        rows.get(0),
        statement -> {
          if (rows.size() == 1) return new int[] {statement.executeUpdate()};
          statement.addBatch();
          for (@Nullable Object[] row : rows.subList(1, rows.size())) {
            set(statement, row);
            statement.addBatch();
          }
          return statement.executeBatch();
        });
  }

  public <T> List<T> list(String sql, Row<T> row, @Nullable Object... values) {
    return with(
        sql,
        values,
        statement -> {
          List<T> rows = new ArrayList<>();
          try (ResultSet result = statement.executeQuery()) {
            while (result.next()) rows.add(row.read(result));
          }
          return rows;
        });
  }

  /** Whether the columns of a table, named one after another, can be read. */
  public boolean canRead(String table, String columns) {
    try {
      list("SELECT " + columns + " FROM " + table + " WHERE 1 = 0", row -> true);
      return true;
    } catch (Failure e) {
      // A table that nobody could ask for is not missing.
      if (e.isRefused()) return false;
      throw e;
    }
  }

  /** A question mark for each value of a list. */
  public static String marks(int values) {
    return String.join(", ", Collections.nCopies(values, "?"));
  }

  private <T> T with(String sql, @Nullable Object[] values, Work<T> work) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, values);
      return work.on(statement);
    } catch (SQLException e) {
      throw new Failure(e);
    }
  }

  private static void set(PreparedStatement statement, @Nullable Object[] values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
  }
}
