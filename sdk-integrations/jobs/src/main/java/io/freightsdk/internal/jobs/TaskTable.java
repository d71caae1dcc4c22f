package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.SqliteJdbcCustomization;
import io.freightsdk.internal.jobs.JobsDatabase.Product;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the scheduler, as far as a caller's transaction changes them: only rows that wait. A
 * row that runs is changed by the scheduler alone, at the end of the run.
 */
final class TaskTable {
  static final String NAME = "freight_tasks";

  private static final String INSERT =
      "INSERT INTO freight_tasks"
          + " (task_name, task_instance, task_data, execution_time, picked, version)"
          + " VALUES (?, ?, ?, ?, ?, 1)";

  /** A row. */
  record Row(String task, String id, ByteString data, boolean runs, long version) {}

  private final JobsDatabase database;
  private final JdbcCustomization jdbc;

  TaskTable(JobsDatabase database) {
    this.database = database;
    this.jdbc = jdbc(database);
  }

  private static JdbcCustomization jdbc(JobsDatabase database) {
    boolean withoutZone = database.product().hasTimesWithoutZone();
    if (database.product() == Product.SQLITE) {
      return new SqliteJdbcCustomization(); // One transaction writes at a time, to all rows.
    }
    if (database.product() == Product.H2) {
      // Detected, it is this one with a warning.
      return new DefaultJdbcCustomization(withoutZone) {
        @Override
        public String createSelectDueQuery(
            String table, int limit, String condition, boolean byPriority) {
          return withoutLocked(super.createSelectDueQuery(table, limit, condition, byPriority));
        }
      };
    }
    return new AutodetectJdbcCustomization(database.source(), withoutZone) {
      @Override
      public String createSelectDueQuery(
          String table, int limit, String condition, boolean byPriority) {
        return withoutLocked(super.createSelectDueQuery(table, limit, condition, byPriority));
      }
    };
  }

  /**
   * Without the rows that a transaction of an application withdraws or replaces: who would take one
   * waits for its end, and a thread more at each look, until none is left for other orders.
   */
  private static String withoutLocked(String selectDue) {
    return selectDue + " FOR UPDATE SKIP LOCKED";
  }

  JdbcCustomization jdbc() {
    return jdbc;
  }

  @Nullable Row find(Connection connection, String task, String id) throws SQLException {
    return select(connection, task, id, "");
  }

  /**
   * The row as it was committed last, and nobody else changes it before this transaction ends; but
   * one that was seen to run is not held, because its signs of life would wait for that end, and
   * with them those of all that its instance runs.
   */
  @Nullable Row lockUnlessItRuns(Connection connection, String task, String id)
      throws SQLException {
    // SQLite locks all rows or none.
    Row seen = database.product() == Product.SQLITE ? null : find(connection, task, id);
    return seen != null && seen.runs ? seen : lock(connection, task, id);
  }

  /** The row, as the transaction sees it, or was committed since it began. */
  @Nullable Row findLatest(Connection connection, String task, String id) throws SQLException {
    Row seen = find(connection, task, id);
    return seen != null ? seen : lock(connection, task, id);
  }

  private @Nullable Row lock(Connection connection, String task, String id) throws SQLException {
    boolean nothingIsHeld = connection.getAutoCommit();
    if (nothingIsHeld) return find(connection, task, id);
    return switch (database.product()) {
      case POSTGRESQL, H2 -> lockFound(connection, task, id);
      case MYSQL -> lockName(connection, task, id);
      case SQLITE -> {
        beginToWrite(connection);
        yield find(connection, task, id);
      }
    };
  }

  private @Nullable Row lockFound(Connection connection, String task, String id)
      throws SQLException {
    return select(connection, task, id, " FOR UPDATE");
  }

  /**
   * Locked where there is none, a row of MySQL is a gap between two others, in which nobody else
   * adds any. So the row is added, and deleted if it was not there: that locks its name alone.
   */
  private @Nullable Row lockName(Connection connection, String task, String id)
      throws SQLException {
    ByteString own = ByteString.encodeUtf8(UUID.randomUUID().toString());
    Row row = addOrLock(connection, task, id, own.toByteArray(), OrderTask.NEVER);
    if (!row.data.equals(own)) return row;
    remove(connection, row);
    return null;
  }

  /** The row of this name, which has the data if it was not there. */
  private Row addOrLock(Connection connection, String task, String id, byte[] data, Instant due)
      throws SQLException {
    // A plain INSERT that fails shares a lock of the row, and two that do would deadlock.
    String orLeave = INSERT + " ON DUPLICATE KEY UPDATE version = version";
    insert(connection, orLeave, task, id, data, due);
    return Objects.requireNonNull(lockFound(connection, task, id));
  }

  /**
   * A transaction of SQLite that reads first has no lock unless its mode is immediate, which is not
   * the default, and fails at once when it writes after another one.
   */
  private static void beginToWrite(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE freight_tasks SET version = version WHERE 1 = 0");
    }
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
    if (database.product() == Product.MYSQL) {
      Row seen = find(connection, task, id);
      boolean runs = seen != null && seen.runs;
      return !runs && addOrLock(connection, task, id, data, due).data.equals(ByteString.of(data));
    }
    // On PostgreSQL a statement that failed ends the transaction, and it is the caller's.
    Savepoint before = connection.setSavepoint();
    try {
      insert(connection, INSERT, task, id, data, due);
    } catch (SQLException failure) {
      connection.rollback(before);
      if (database.isDuplicate(failure)) return false;
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
}
