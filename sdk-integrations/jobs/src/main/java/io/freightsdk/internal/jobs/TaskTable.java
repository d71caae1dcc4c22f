package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import io.freightsdk.internal.jobs.JobsDatabase.Product;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

  private final JobsDatabase database;
  private final JdbcCustomization jdbc;

  TaskTable(JobsDatabase database) {
    this.database = database;
    boolean withoutZone = database.product().hasTimesWithoutZone();
    this.jdbc =
        database.product() == Product.H2
            ? new DefaultJdbcCustomization(withoutZone) // Detected, it is this one with a warning.
            : new AutodetectJdbcCustomization(database.source(), withoutZone);
  }

  JdbcCustomization jdbc() {
    return jdbc;
  }

  @Nullable Row find(Connection connection, String task, String id) throws SQLException {
    return select(connection, task, id, "");
  }

  /** The row as it was committed last, and nobody else changes it before this transaction ends. */
  @Nullable Row lock(Connection connection, String task, String id) throws SQLException {
    return select(connection, task, id, database.product() == Product.SQLITE ? "" : " FOR UPDATE");
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
    if (database.product() == Product.MYSQL) {
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
