package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.SqliteJdbcCustomization;
import io.freightsdk.internal.jobs.JobsDatabase.Product;
import io.freightsdk.jobs.OrderCounts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the scheduler that a caller's transaction reads and changes. It changes only waiting
 * rows; a running row is changed by the scheduler alone, at the end of the run. The scheduler's own
 * client cannot replace the data of a waiting task, and does not use savepoints.
 */
final class TaskTable {
  static final String NAME = "freight_tasks";

  /**
   * The due time of rows that wait for the listener: before all others, and told apart from them by
   * SQL. A row that calls the listener later, such as after the pause that follows a failure, takes
   * this due time when it finds no free call.
   */
  static final Instant TO_REPORT = Instant.parse("2000-01-01T00:00:00Z");

  /** On MySQL: so many rows may be locked by transactions of applications without hiding others. */
  private static final int MOST_DUE = 1_000;

  private static final String INSERT =
      "INSERT INTO freight_tasks"
          + " (task_name, task_instance, task_data, execution_time, stored_at, picked, version)"
          + " VALUES (?, ?, ?, ?, ?, ?, 1)";

  record Row(String task, String id, ByteString data, boolean running, long version) {}

  private final JobsDatabase database;
  private final JdbcCustomization jdbc;

  /**
   * @param tasks names of the tasks that its scheduler runs, of letters, digits and {@code ._-/}
   * @param canReport whether the scheduler may run what calls the listener now
   */
  TaskTable(JobsDatabase database, List<String> tasks, BooleanSupplier canReport) {
    this.database = database;
    String ofTasks = " AND task_name IN ('" + String.join("', '", tasks) + "')";
    String notToReport = ofTasks + " AND execution_time > " + afterToReport(database.product());
    this.jdbc = jdbc(database, () -> canReport.getAsBoolean() ? ofTasks : notToReport);
  }

  /** In SQL, a moment after {@link #TO_REPORT} in all time zones, and before all others. */
  private static String afterToReport(Product product) {
    return switch (product) {
      case POSTGRESQL, H2 -> "TIMESTAMP WITH TIME ZONE '2000-01-03 00:00:00+00'";
      case MYSQL -> "'2000-01-03 00:00:00'";
      // The driver stores times as the URL says.
      case SQLITE ->
          "CASE typeof(execution_time) WHEN 'integer' THEN 946857600000"
              + " WHEN 'real' THEN 2451546.5 ELSE '2000-01-03' END";
    };
  }

  /**
   * @param select what selects the rows that the scheduler runs now, of its own tasks. It would
   *     warn of every other row, such as that of jobs of another name, that it deletes what has no
   *     task after 14 days, which ours never does
   */
  private static JdbcCustomization jdbc(JobsDatabase database, Supplier<String> select) {
    boolean withoutZone = database.product().hasTimesWithoutZone();
    if (database.product() == Product.SQLITE) {
      return new SqliteJdbcCustomization() {
        @Override
        public String createSelectDueQuery(
            String table, int limit, String condition, boolean byPriority) {
          // One transaction writes at a time, to all rows.
          return super.createSelectDueQuery(table, limit, condition + select.get(), byPriority);
        }
      };
    }
    if (database.product() == Product.H2) {
      // Autodetection would select it too, with a warning.
      return new DefaultJdbcCustomization(withoutZone) {
        @Override
        public String createSelectDueQuery(
            String table, int limit, String condition, boolean byPriority) {
          return skipLocked(
              super.createSelectDueQuery(table, limit, condition + select.get(), byPriority));
        }
      };
    }
    if (database.product() == Product.MYSQL) {
      return new AutodetectJdbcCustomization(database.source(), withoutZone) {
        @Override
        public String createSelectDueQuery(
            String table, int limit, String condition, boolean byPriority) {
          String due =
              super.createSelectDueQuery(table, MOST_DUE, condition + select.get(), byPriority);
          return skipLocked(lockingByKey(table, due) + getQueryLimitPart(limit));
        }
      };
    }
    return new AutodetectJdbcCustomization(database.source(), withoutZone) {
      @Override
      public String createSelectDueQuery(
          String table, int limit, String condition, boolean byPriority) {
        return skipLocked(
            super.createSelectDueQuery(table, limit, condition + select.get(), byPriority));
      }
    };
  }

  /**
   * Skips rows that a transaction of an application withdraws or replaces. Otherwise each poll
   * would block one more thread until that transaction ends, and leave none for other orders.
   */
  private static String skipLocked(String selectDue) {
    return selectDue + " FOR UPDATE SKIP LOCKED";
  }

  /**
   * Looks for what is due without a lock, and locks what it has found by its name. InnoDB locks all
   * that a locking query looks at: also the rows of transactions that are not committed, in their
   * name. Where a page is split, such a lock becomes one of the gap beside the row, and a booking
   * that belongs there waits until the other transaction ends.
   */
  private static String lockingByKey(String table, String due) {
    return "SELECT t.* FROM ("
        + due.replaceFirst("(?i)^select \\*", "SELECT task_name, task_instance")
        + ") due STRAIGHT_JOIN "
        + table
        + " t ON t.task_name = due.task_name AND t.task_instance = due.task_instance";
  }

  JdbcCustomization jdbc() {
    return jdbc;
  }

  @Nullable Row find(Connection connection, String task, String id) throws SQLException {
    return select(connection, task, id, "");
  }

  /**
   * Returns the row as committed last, locked until this transaction ends. A row that was seen
   * running is not locked, because its heartbeat would wait for that end, and with it the
   * heartbeats of everything that its instance runs.
   */
  @Nullable Row lockUnlessRunning(Connection connection, String task, String id)
      throws SQLException {
    // SQLite locks all rows or none.
    Row seen = database.product() == Product.SQLITE ? null : find(connection, task, id);
    return seen != null && seen.running ? seen : lock(connection, task, id);
  }

  /** Returns the row as the transaction sees it, or else as committed since it began. */
  @Nullable Row findLatest(Connection connection, String task, String id) throws SQLException {
    Row seen = find(connection, task, id);
    return seen != null ? seen : lock(connection, task, id);
  }

  /**
   * Fails if there is a row that this transaction does not see, because it was committed after the
   * snapshot that the transaction reads. Only for one that was looked for and not found.
   *
   * @throws SQLException of the state of a transaction that is to be repeated
   */
  void requireNotHidden(Connection connection, String task, String id) throws SQLException {
    boolean seesLatest =
        database.product() == Product.SQLITE
            || connection.getAutoCommit()
            || connection.getTransactionIsolation() <= Connection.TRANSACTION_READ_COMMITTED;
    if (seesLatest || !isTaken(connection, task, id)) return;
    throw new SQLTransactionRollbackException(
        "this transaction does not see an order or load that was stored after it began; roll back"
            + " and repeat it, or use READ COMMITTED instead of REPEATABLE READ or SERIALIZABLE",
        "40001");
  }

  /** Whether a row of this name cannot be inserted. One that can be is undone, with its lock. */
  private boolean isTaken(Connection connection, String task, String id) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      insert(connection, INSERT, task, id, new byte[0], OrderTask.NEVER, OrderTask.NEVER);
    } catch (SQLException failure) {
      rollback(connection, before, failure);
      if (database.isDuplicate(failure)) return true;
      throw failure;
    }
    connection.rollback(before);
    connection.releaseSavepoint(before);
    return false;
  }

  /** On PostgreSQL a failed statement aborts the transaction, which is the caller's. */
  private static void rollback(Connection connection, Savepoint before, SQLException failure)
      throws SQLException {
    try {
      connection.rollback(before);
    } catch (SQLException isBroken) {
      failure.addSuppressed(isBroken);
      throw failure;
    }
  }

  private @Nullable Row lock(Connection connection, String task, String id) throws SQLException {
    boolean hasNoTransaction = connection.getAutoCommit();
    if (hasNoTransaction) return find(connection, task, id);
    return switch (database.product()) {
      case POSTGRESQL, H2 -> {
        Row row = lockFound(connection, task, id);
        if (row == null) requireNotHidden(connection, task, id);
        yield row;
      }
      case MYSQL -> lockName(connection, task, id);
      case SQLITE -> {
        lockForWriting(connection);
        yield find(connection, task, id);
      }
    };
  }

  private @Nullable Row lockFound(Connection connection, String task, String id)
      throws SQLException {
    return select(connection, task, id, " FOR UPDATE");
  }

  /**
   * To lock a missing row, MySQL locks the gap between two others, in which nobody else can insert.
   * So the row is inserted, and deleted if it was missing: that locks only its name.
   */
  private @Nullable Row lockName(Connection connection, String task, String id)
      throws SQLException {
    ByteString marker = ByteString.encodeUtf8(UUID.randomUUID().toString());
    Row row =
        addOrLock(connection, task, id, marker.toByteArray(), OrderTask.NEVER, OrderTask.NEVER);
    if (!row.data.equals(marker)) return row;
    remove(connection, row);
    return null;
  }

  /** Returns the row of this name; it has {@code data} if it was missing. */
  private Row addOrLock(
      Connection connection, String task, String id, byte[] data, Instant due, Instant now)
      throws SQLException {
    // A plain INSERT that fails takes a shared lock of the row, and two of them would deadlock.
    String insertOrKeep = INSERT + " ON DUPLICATE KEY UPDATE version = version";
    insert(connection, insertOrKeep, task, id, data, due, now);
    return Objects.requireNonNull(lockFound(connection, task, id));
  }

  /**
   * A transaction of SQLite that reads first has no write lock, unless its mode is immediate, which
   * is not the default; it fails at once if it writes after another one has.
   */
  private static void lockForWriting(Connection connection) throws SQLException {
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
   * Inserts a row; false if its name exists. Data that is unique tells it from a row that exists.
   */
  boolean add(Connection connection, String task, String id, byte[] data, Instant due, Instant now)
      throws SQLException {
    if (database.product() == Product.MYSQL) {
      Row seen = find(connection, task, id);
      boolean running = seen != null && seen.running;
      return !running
          && addOrLock(connection, task, id, data, due, now).data.equals(ByteString.of(data));
    }
    Savepoint before = connection.setSavepoint();
    try {
      insert(connection, INSERT, task, id, data, due, now);
    } catch (SQLException failure) {
      rollback(connection, before, failure);
      if (database.isDuplicate(failure)) return false;
      throw failure;
    }
    connection.releaseSavepoint(before);
    return true;
  }

  private void insert(
      Connection connection,
      String sql,
      String task,
      String id,
      byte[] data,
      Instant due,
      Instant now)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, task);
      statement.setString(2, id);
      jdbc.setTaskData(statement, 3, data);
      jdbc.setInstant(statement, 4, due);
      jdbc.setInstant(statement, 5, now);
      statement.setBoolean(6, false);
      statement.executeUpdate();
    }
  }

  /** Gives a waiting row new data and a new due time; false if it is running or has changed. */
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

  /** Removes a waiting row; false if it is running or has changed. */
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

  /** How many rows are due at {@link #TO_REPORT} and do not run: none in the pause of a failure. */
  long countToReport(Connection connection, List<String> tasks) throws SQLException {
    String names = String.join(", ", Collections.nCopies(tasks.size(), "?"));
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT COUNT(*) FROM freight_tasks WHERE execution_time <= ? AND picked = ?"
                + " AND task_name IN ("
                + names
                + ")")) {
      jdbc.setInstant(statement, 1, TO_REPORT);
      statement.setBoolean(2, false);
      for (int task = 0; task < tasks.size(); task++)
        statement.setString(3 + task, tasks.get(task));
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /**
   * How many rows.
   *
   * @param oldest since when there is the first of them; null for none
   */
  record Count(long rows, @Nullable Instant oldest) {}

  Count countStored(Connection connection, String task) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT COUNT(*) AS found, MIN(stored_at) AS oldest FROM freight_tasks"
                + " WHERE task_name = ?")) {
      statement.setString(1, task);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Count(row.getLong("found"), jdbc.getInstant(row, "oldest"));
      }
    }
  }

  /** Data of the rows that are due at {@link #TO_REPORT}, or whose last run failed. */
  List<byte[]> toReportOrFailed(Connection connection, String task) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT task_data FROM freight_tasks WHERE task_name = ?"
                + " AND (execution_time <= ? OR consecutive_failures > 0)")) {
      statement.setString(1, task);
      jdbc.setInstant(statement, 2, TO_REPORT);
      return data(statement);
    }
  }

  static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) return a == null ? b : a;
    return a.isBefore(b) ? a : b;
  }

  /**
   * Counts the rows of a task by what they wait for, from the columns alone.
   *
   * @param stops orders whose stop is not reported
   * @param events loads with events that are not reported
   */
  OrderCounts countStates(
      Connection connection, String task, Instant stopped, Count stops, Count events)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT COUNT(CASE WHEN last_success IS NULL AND execution_time < ? THEN 1 END)"
                + " AS waiting,"
                + " MIN(CASE WHEN last_success IS NULL AND execution_time < ? THEN stored_at END)"
                + " AS oldest_waiting,"
                + " COUNT(last_success) AS unreported, MIN(last_success) AS oldest_unreported,"
                + " COUNT(CASE WHEN execution_time >= ? THEN 1 END) AS stopped,"
                + " MIN(CASE WHEN execution_time >= ? THEN last_failure END) AS oldest_stopped"
                + " FROM freight_tasks WHERE task_name = ?")) {
      for (int parameter = 1; parameter <= 4; parameter++) {
        jdbc.setInstant(statement, parameter, stopped);
      }
      statement.setString(5, task);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new OrderCounts(
            row.getLong("waiting"),
            jdbc.getInstant(row, "oldest_waiting"),
            row.getLong("unreported") + stops.rows(),
            earlier(jdbc.getInstant(row, "oldest_unreported"), stops.oldest()),
            events.rows(),
            events.oldest(),
            row.getLong("stopped"),
            jdbc.getInstant(row, "oldest_stopped"));
      }
    }
  }

  /** Lets the next run of a waiting row call the listener; false if it runs already. */
  boolean report(Connection connection, String task, String id) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE freight_tasks SET execution_time = ?, version = version + 1"
                + " WHERE task_name = ? AND task_instance = ? AND picked = ?")) {
      jdbc.setInstant(statement, 1, TO_REPORT);
      statement.setString(2, task);
      statement.setString(3, id);
      statement.setBoolean(4, false);
      return statement.executeUpdate() == 1;
    }
  }

  /** Lets all rows of a task run that wait for a later time; each knows itself what it does now. */
  void makeDue(Connection connection, String task, Instant now) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE freight_tasks SET execution_time = ?, version = version + 1"
                + " WHERE task_name = ? AND picked = ? AND execution_time > ?")) {
      jdbc.setInstant(statement, 1, now);
      statement.setString(2, task);
      statement.setBoolean(3, false);
      jdbc.setInstant(statement, 4, now);
      int unused = statement.executeUpdate();
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
      return data(statement);
    }
  }

  private List<byte[]> data(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      List<byte[]> found = new ArrayList<>();
      while (rows.next()) {
        found.add(jdbc.getTaskData(rows, "task_data"));
      }
      return found;
    }
  }
}
