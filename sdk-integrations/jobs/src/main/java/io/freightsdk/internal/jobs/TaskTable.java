package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import io.freightsdk.FreightClient;
import io.freightsdk.jobs.JobsDatabaseException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the scheduler, as far as a caller's transaction changes them: only rows that wait. A
 * row that runs is changed by the scheduler alone, at the end of the run.
 */
final class TaskTable {
  static final String NAME = "freight_tasks";

  /** A row. */
  record Row(String task, String id, ByteString data, boolean runs, long version) {}

  private final DataSource source;
  private final Database database;
  private final JdbcCustomization jdbc;

  /** The databases that have a script. */
  private enum Database {
    POSTGRESQL,
    MYSQL,
    SQLITE,
    H2;

    static Database of(DataSource source) {
      try (Connection connection = source.getConnection()) {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
          case "PostgreSQL" -> POSTGRESQL;
          case "MySQL", "MariaDB" -> MYSQL;
          case "SQLite" -> SQLITE;
          case "H2" -> H2;
          default ->
              throw new IllegalArgumentException(
                  "freight jobs: %s is not supported; use PostgreSQL, MySQL, MariaDB, SQLite or H2"
                      .formatted(product));
        };
      } catch (SQLException e) {
        throw new JobsDatabaseException(e);
      }
    }

    /** Not on a server, where an administrator may want to run the script himself. */
    boolean makesItsTables() {
      return this == SQLITE || this == H2;
    }

    /** Zones of JVM and session do not count: a time zone is in the column, or it is UTC. */
    boolean hasTimesWithoutZone() {
      return this == MYSQL || this == SQLITE;
    }
  }

  TaskTable(DataSource source) {
    this.source = source;
    this.database = Database.of(source);
    this.jdbc = new AutodetectJdbcCustomization(source, database.hasTimesWithoutZone());
    if (database.makesItsTables()) create();
  }

  JdbcCustomization jdbc() {
    return jdbc;
  }

  /** In a transaction of its own. */
  <T> T inTransaction(Orders.Work<T> work) {
    try (Connection connection = source.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        T result = work.on(connection);
        connection.commit();
        return result;
      } catch (Throwable failure) {
        connection.rollback();
        throw failure;
      } finally {
        connection.setAutoCommit(autoCommit);
      }
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  /** Without a transaction: on SQLite one would wait for a writer, also to read. */
  <T> T autoCommitted(Orders.Work<T> work) {
    try (Connection connection = source.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      try {
        return work.on(connection);
      } finally {
        connection.setAutoCommit(autoCommit);
      }
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  // --- the tables ---

  /** Makes what is missing, also while other instances do the same. */
  void create() {
    for (String sql : script()) {
      boolean unused = autoCommitted(connection -> createOne(connection, sql));
    }
  }

  /** Looks at all of them. */
  void require() {
    boolean unused =
        autoCommitted(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT version FROM freight_tasks WHERE 1 = 0");
                return statement.execute("SELECT next_place FROM freight_read_line WHERE 1 = 0");
              }
            });
  }

  /** Two that make one table at once: IF NOT EXISTS does not help PostgreSQL, a second try does. */
  private static boolean createOne(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        return statement.execute(sql);
      } catch (SQLException first) {
        return statement.execute(sql);
      }
    }
  }

  private List<String> script() {
    String path =
        "/io/freightsdk/jobs/" + database.name().toLowerCase(Locale.ROOT) + "/R__freight_jobs.sql";
    try (InputStream script = TaskTable.class.getResourceAsStream(path)) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      List<String> statements = new ArrayList<>();
      for (String statement : text.replaceAll("(?m)^--.*$", "").split(";", -1)) {
        if (!statement.isBlank()) statements.add(statement);
      }
      return statements;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // --- rows ---

  @Nullable Row find(Connection connection, String task, String id) throws SQLException {
    return select(connection, task, id, "");
  }

  /** The row as it was committed last, and nobody else changes it before this transaction ends. */
  @Nullable Row lock(Connection connection, String task, String id) throws SQLException {
    return select(connection, task, id, database == Database.SQLITE ? "" : " FOR UPDATE");
  }

  private @Nullable Row select(Connection connection, String task, String id, String locking)
      throws SQLException {
    String sql =
        "SELECT task_data, picked, version FROM freight_tasks"
            + " WHERE task_name = ? AND task_instance = ?"
            + locking;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, task);
      statement.setString(2, id);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) return null;
        return new Row(
            task,
            id,
            ByteString.of(jdbc.getTaskData(rows, "task_data")),
            rows.getBoolean("picked"),
            rows.getLong("version"));
      }
    }
  }

  /**
   * Adds a row that is due; false if there is one of its name. The data tells this one from any
   * other.
   */
  boolean add(Connection connection, String task, String id, byte[] data, Instant due)
      throws SQLException {
    String insert =
        "INSERT INTO freight_tasks"
            + " (task_name, task_instance, task_data, execution_time, picked, version)"
            + " VALUES (?, ?, ?, ?, ?, 1)";
    if (database == Database.MYSQL) {
      // A plain INSERT that fails there shares a lock of the row, and two that do would deadlock.
      insert(
          connection, insert + " ON DUPLICATE KEY UPDATE version = version", task, id, data, due);
      Row row = lock(connection, task, id);
      return row != null && row.data.equals(ByteString.of(data));
    }
    // On PostgreSQL a statement that failed ends the transaction, and it is the caller's.
    Savepoint before = connection.setSavepoint();
    try {
      insert(connection, insert, task, id, data, due);
    } catch (SQLException failure) {
      connection.rollback(before);
      if (isDuplicate(failure)) return false;
      throw failure;
    }
    connection.releaseSavepoint(before);
    return true;
  }

  private void insert(
      Connection connection, String sql, String task, String id, byte[] data, Instant due)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, task);
      statement.setString(2, id);
      jdbc.setTaskData(statement, 3, data);
      jdbc.setInstant(statement, 4, due);
      statement.setBoolean(5, false);
      statement.executeUpdate();
    }
  }

  private boolean isDuplicate(SQLException failure) {
    boolean isConstraint = 19 == failure.getErrorCode(); // SQLite has no SQL states.
    String state = failure.getSQLState();
    return database == Database.SQLITE ? isConstraint : state != null && state.startsWith("23");
  }

  /** Gives a waiting row other data and makes it due; false if it runs now, or is another one. */
  boolean replace(Connection connection, Row row, byte[] data, Instant due) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE freight_tasks SET task_data = ?, execution_time = ?, consecutive_failures = 0,"
                + " version = version + 1"
                + " WHERE task_name = ? AND task_instance = ? AND version = ? AND picked = ?")) {
      jdbc.setTaskData(statement, 1, data);
      jdbc.setInstant(statement, 2, due);
      statement.setString(3, row.task);
      statement.setString(4, row.id);
      statement.setLong(5, row.version);
      statement.setBoolean(6, false);
      return statement.executeUpdate() == 1;
    }
  }

  /** Removes a waiting row; false if it runs now, or is another one. */
  boolean remove(Connection connection, Row row) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM freight_tasks"
                + " WHERE task_name = ? AND task_instance = ? AND version = ? AND picked = ?")) {
      statement.setString(1, row.task);
      statement.setString(2, row.id);
      statement.setLong(3, row.version);
      statement.setBoolean(4, false);
      return statement.executeUpdate() == 1;
    }
  }

  /** Data of the rows of a task that are due at {@code due} or later. */
  List<byte[]> dueFrom(Connection connection, String task, Instant due, int limit)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT task_data FROM freight_tasks WHERE task_name = ? AND execution_time >= ?"
                + " ORDER BY last_failure")) {
      statement.setString(1, task);
      jdbc.setInstant(statement, 2, due);
      statement.setMaxRows(limit);
      try (ResultSet rows = statement.executeQuery()) {
        List<byte[]> found = new ArrayList<>();
        while (rows.next()) {
          found.add(jdbc.getTaskData(rows, "task_data"));
        }
        return found;
      }
    }
  }

  // --- the line ---

  /** The line of a budget that all instances share. */
  BudgetLine line(String name, FreightClient client, BigDecimal perDay) {
    return now -> {
      Duration step = BudgetLine.step(client, perDay);
      return inTransaction(connection -> takePlace(connection, name, step, now));
    };
  }

  private BudgetLine.Place takePlace(Connection connection, String name, Duration step, Instant now)
      throws SQLException {
    if (!moveLine(connection, name, step, now)) {
      beginLine(connection, name, now);
      moveLine(connection, name, step, now);
    }
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT next_place FROM freight_read_line WHERE name = ?")) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        ReadLine taken = new ReadLine(Instant.ofEpochMilli(rows.getLong(1)), step);
        return new BudgetLine.Place(taken.next().minus(step), taken.share(now));
      }
    }
  }

  /** One statement, so that no two loads get one place: {@link ReadLine#taken} in SQL. */
  private static boolean moveLine(Connection connection, String name, Duration step, Instant now)
      throws SQLException {
    long earliest = now.minus(ReadLine.KEPT).toEpochMilli();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE freight_read_line SET next_place ="
                + " CASE WHEN next_place < ? THEN ? ELSE next_place END + ? WHERE name = ?")) {
      statement.setLong(1, earliest);
      statement.setLong(2, earliest);
      statement.setLong(3, step.toMillis());
      statement.setString(4, name);
      return statement.executeUpdate() == 1;
    }
  }

  private void beginLine(Connection connection, String name, Instant now) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO freight_read_line (name, next_place) VALUES (?, ?)")) {
      statement.setString(1, name);
      statement.setLong(2, now.toEpochMilli());
      statement.executeUpdate();
    } catch (SQLException failure) {
      connection.rollback(before);
      if (!isDuplicate(failure)) throw failure;
    }
  }
}
