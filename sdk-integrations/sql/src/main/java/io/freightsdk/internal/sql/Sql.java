package io.freightsdk.internal.sql;

import java.io.Serial;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Statements on one connection, whose failures pass unchecked through code that knows no SQL. */
public record Sql(Connection connection, boolean sendsSeveral) {
  /** Statements one by one. */
  public Sql(Connection connection) {
    this(connection, false);
  }

  /**
   * Whether the driver of a connection runs several statements in one round trip, as that of
   * PostgreSQL does unless its options prevent it.
   */
  static boolean sendsSeveral(Connection connection) {
    List<Long> read = new ArrayList<>();
    Row<Boolean> row = result -> read.add(result.getLong(1));
    String one = "SELECT CAST(? AS BIGINT)";
    try {
      // Rows of several widths: with some options the driver takes one for another.
      new Sql(connection, true)
          .listAll(
              List.of(
                  new Query(one, List.of(1L), row),
                  new Query(one + ", 0, 0", List.of(2L), row),
                  new Query(one + ", 0", List.of(3L), row)));
      return read.equals(List.of(1L, 2L, 3L));
    } catch (Failure thisDriverDoesNot) {
      return false;
    }
  }

  /** Carries an {@link SQLException} through code that knows no SQL. */
  public static final class Failure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    /** SQLite's driver has codes of its own, and no SQL state. */
    private static final int SQLITE_ERROR = 1;

    private static final int SQLITE_CONSTRAINT = 19;

    public final SQLException cause;

    public Failure(SQLException cause) {
      super(cause);
      this.cause = cause;
    }

    /** Whether the statement itself is wrong for this database: a table is missing, or a right. */
    public boolean isRefused() {
      String state = cause.getSQLState();
      return state == null ? cause.getErrorCode() == SQLITE_ERROR : state.startsWith("42");
    }

    /** Whether a row with this key was there. */
    public boolean isDuplicate() {
      String state = cause.getSQLState();
      return state == null ? cause.getErrorCode() == SQLITE_CONSTRAINT : state.startsWith("23");
    }
  }

  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** A statement and the values of its question marks. */
  public record Statement(String text, List<? extends @Nullable Object> values) {}

  /** A query, and what takes its rows. */
  public record Query(String text, List<? extends @Nullable Object> values, Row<?> row) {}

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

  /**
   * Runs statements one after another, in one round trip where the driver can; how many rows each
   * wrote.
   */
  public int[] updateAll(List<Statement> statements) {
    int[] written = new int[statements.size()];
    if (!sendsSeveral || statements.size() < 2) {
      for (int i = 0; i < written.length; i++) {
        Statement statement = statements.get(i);
        written[i] = update(statement.text, statement.values.toArray());
      }
      return written;
    }
    String text = statements.stream().map(Statement::text).collect(Collectors.joining(";\n"));
    List<@Nullable Object> values = new ArrayList<>();
    for (Statement statement : statements) values.addAll(statement.values);
    return with(
        text,
        values.toArray(),
        all -> {
          boolean isRows = all.execute();
          for (int i = 0; i < written.length; i++) {
            written[i] = isRows ? 0 : all.getUpdateCount();
            isRows = all.getMoreResults();
          }
          return written;
        });
  }

  /** Runs queries one after another, in one round trip where the driver can. */
  public void listAll(List<Query> queries) {
    if (!sendsSeveral || queries.size() < 2) {
      for (Query query : queries) {
        List<?> unused = list(query.text, query.row, query.values.toArray());
      }
      return;
    }
    String text = queries.stream().map(Query::text).collect(Collectors.joining(";\n"));
    List<@Nullable Object> values = new ArrayList<>();
    for (Query query : queries) values.addAll(query.values);
    boolean unused =
        with(
            text,
            values.toArray(),
            all -> {
              boolean isRows = all.execute();
              for (Query query : queries) {
                // Behind a pooler it may be the statement of another connection.
                if (!isRows) throw new SQLException("another statement", "26000");
                try (ResultSet result = all.getResultSet()) {
                  while (result.next()) query.row.read(result);
                }
                isRows = all.getMoreResults();
              }
              return true;
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
    } catch (RuntimeException e) {
      // Of a driver, or of what a pool has put around it.
      throw new Failure(new SQLException(e.toString(), e));
    }
  }

  private static void set(PreparedStatement statement, @Nullable Object[] values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
  }
}
