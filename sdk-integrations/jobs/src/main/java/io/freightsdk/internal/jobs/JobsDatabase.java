package io.freightsdk.internal.jobs;

import io.freightsdk.internal.environment.Time;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.jobs.JobsDatabaseException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/** The database of the jobs: its product, its transactions, and its tables. */
final class JobsDatabase {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.jobs");

  /** The databases that have a script. */
  enum Product {
    POSTGRESQL,
    MYSQL,
    SQLITE,
    H2;

    private static Product of(DataSource source) {
      try (Connection connection = firstConnection(source)) {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
          case "PostgreSQL" -> POSTGRESQL;
          case "MySQL", "MariaDB" -> MYSQL;
          case "SQLite" -> SQLITE;
          case "H2" -> H2;
          default ->
              throw new IllegalArgumentException(
                  String.format(
                      Locale.ROOT,
                      "freight jobs: %s is not supported; use PostgreSQL, MySQL, MariaDB, SQLite or H2",
                      product));
        };
      } catch (SQLException e) {
        throw new JobsDatabaseException(e);
      }
    }

    /**
     * SQLite does not wait, whatever its timeout is, to turn a new file into one with a write-ahead
     * log while another program writes to it, as instances do that start together.
     */
    private static Connection firstConnection(DataSource source) throws SQLException {
      BooleanSupplier interrupted = Thread.currentThread()::isInterrupted;
      long start = Time.MACHINE.nanos();
      while (true) {
        try {
          return source.getConnection();
        } catch (SQLException e) {
          boolean isBusyFile = String.valueOf(e.getMessage()).startsWith("[SQLITE_BUSY]");
          boolean isLate = Time.MACHINE.nanos() - start >= LONGEST_WAIT_FOR_A_FILE.toNanos();
          if (!isBusyFile || isLate || interrupted.getAsBoolean()) throw e;
          Timer.MACHINE.await(PAUSE_FOR_A_FILE, interrupted);
        }
      }
    }

    /** False on a server, where an administrator may want to run the script. */
    boolean createsTables() {
      return this == SQLITE || this == H2;
    }

    /** Then times are stored in UTC, so the zones of JVM and session do not matter. */
    boolean hasTimesWithoutZone() {
      return this == MYSQL || this == SQLITE;
    }
  }

  /** How long the first connection waits for a program that makes the same SQLite file. */
  private static final Duration LONGEST_WAIT_FOR_A_FILE = Duration.ofSeconds(30);

  private static final Duration PAUSE_FOR_A_FILE = Duration.ofMillis(20);

  /** How long a change of a table waits for those who use it. */
  static final Duration LONGEST_LOCK_WAIT = Duration.ofSeconds(2);

  private final DataSource source;
  private final Product product;

  JobsDatabase(DataSource source) {
    this.source = source;
    this.product = Product.of(source);
    if (product.createsTables()) createTables();
  }

  DataSource source() {
    return source;
  }

  Product product() {
    return product;
  }

  /** In a new transaction. */
  <T> T inTransaction(Orders.Work<T> work) {
    try (Connection connection = source.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      T result;
      try {
        result = work.on(connection);
        connection.commit();
      } catch (Throwable failure) {
        rollback(connection, autoCommit, failure);
        throw failure;
      }
      restore(connection, autoCommit);
      return result;
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  /** Without a transaction: on SQLite one would wait for a writer, even to read. */
  <T> T autoCommitted(Orders.Work<T> work) {
    try (Connection connection = source.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      try {
        return work.on(connection);
      } finally {
        restore(connection, autoCommit);
      }
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  /**
   * For work that changes a table. While it waits for the lock, everyone else who uses the table
   * waits behind it, so it gives up soon. SQLite has no such queue.
   */
  <T> T withShortLockWaits(Orders.Work<T> work) {
    long millis = LONGEST_LOCK_WAIT.toMillis();
    return switch (product) {
      case POSTGRESQL ->
          inTransaction(
              connection -> {
                // Ends with the transaction, also behind a pooler.
                boolean unused = execute(connection, "SET LOCAL lock_timeout = " + millis);
                return work.on(connection);
              });
      case MYSQL ->
          autoCommitted(
              connection ->
                  withSetting(
                      connection,
                      "SELECT @@SESSION.lock_wait_timeout",
                      "SET SESSION lock_wait_timeout = ",
                      LONGEST_LOCK_WAIT.toSeconds(),
                      work));
      case H2 ->
          autoCommitted(
              connection ->
                  withSetting(
                      connection, "CALL LOCK_TIMEOUT()", "SET LOCK_TIMEOUT ", millis, work));
      case SQLITE -> autoCommitted(work);
    };
  }

  /** Works with another value of a setting of the session. */
  private static <T> T withSetting(
      Connection connection, String query, String set, long value, Orders.Work<T> work)
      throws SQLException {
    long before;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      if (!row.next()) throw new SQLException("no answer to " + query);
      before = row.getLong(1);
    }
    boolean unused = execute(connection, set + value);
    try {
      return work.on(connection);
    } finally {
      try {
        unused = execute(connection, set + before);
      } catch (Throwable isBroken) {
        drop(connection);
      }
    }
  }

  static boolean execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }

  private static void rollback(Connection connection, boolean autoCommit, Throwable failure) {
    try {
      connection.rollback();
      restore(connection, autoCommit);
    } catch (Throwable isOpen) {
      failure.addSuppressed(isOpen);
      // Turning autocommit on would commit what failed.
      drop(connection);
    }
  }

  /** Returns a connection to how it was. If that fails, what was done on it stays done. */
  private static void restore(Connection connection, boolean autoCommit) {
    try {
      connection.setAutoCommit(autoCommit);
    } catch (Throwable isBroken) {
      drop(connection);
    }
  }

  /** Nobody else may get a connection that is not as it was. */
  private static void drop(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (Throwable isGone) {
      LOG.log(System.Logger.Level.DEBUG, "a connection could not be ended", isGone);
    }
  }

  /** Creates the missing tables, also while other instances do the same. */
  void createTables() {
    new TableScript(this).run();
  }

  /** Fails if a table is missing. */
  void requireTables() {
    boolean unused =
        autoCommitted(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT version FROM freight_tasks WHERE 1 = 0");
                return statement.execute("SELECT next_place FROM freight_read_queue WHERE 1 = 0");
              }
            });
  }

  /** Whether a lock was not to be had in time; 1205 is MySQL's number for it. */
  static boolean isLockTimeout(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.equals("55P03") || state.equals("HYT00") || failure.getErrorCode() == 1205;
  }

  /** Whether an INSERT failed because the row exists. */
  boolean isDuplicate(SQLException failure) {
    boolean isConstraint = 19 == failure.getErrorCode(); // SQLite has no SQL states.
    String state = failure.getSQLState();
    return product == Product.SQLITE ? isConstraint : state != null && state.startsWith("23");
  }
}
