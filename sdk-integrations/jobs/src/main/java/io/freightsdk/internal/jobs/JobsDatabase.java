package io.freightsdk.internal.jobs;

import io.freightsdk.jobs.JobsDatabaseException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /** The same as of a ledger: {@code H2ModesIT}. */
    private static final List<String> MODES_OF_H2 =
        List.of("REGULAR", "LEGACY", "DB2", "HSQLDB", "MariaDB", "MySQL", "PostgreSQL");

    /** Names the two columns itself: with OLD_INFORMATION_SCHEMA they have other names. */
    private static final String MODE_OF_H2 =
        "SELECT a.setting FROM INFORMATION_SCHEMA.SETTINGS a (name, setting) WHERE a.name = 'MODE'";

    private static Product of(DataSource source) {
      try (Connection connection = source.getConnection()) {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
          case "PostgreSQL" -> POSTGRESQL;
          case "MySQL", "MariaDB" -> MYSQL;
          case "SQLite" -> SQLITE;
          case "H2" -> h2(connection);
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

    private static Product h2(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet mode = statement.executeQuery(MODE_OF_H2)) {
        if (!mode.next() || MODES_OF_H2.contains(mode.getString(1))) return H2;
        throw new IllegalArgumentException(
            "freight jobs: H2 with MODE="
                + mode.getString(1)
                + " is not supported; change MODE in the URL to one of "
                + String.join(", ", MODES_OF_H2)
                + ", or give the jobs a database of their own");
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
    for (String sql : script()) {
      boolean unused = autoCommitted(connection -> createOne(connection, sql));
    }
  }

  /** Fails if a table is missing. */
  void requireTables() {
    boolean unused =
        autoCommitted(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT version FROM freight_tasks WHERE 1 = 0");
                return statement.execute("SELECT next_place FROM freight_read_line WHERE 1 = 0");
              }
            });
  }

  /** Retries once: on PostgreSQL, IF NOT EXISTS can fail while another instance creates it. */
  private static boolean createOne(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        return statement.execute(sql);
      } catch (SQLException first) {
        try {
          return statement.execute(sql);
        } catch (SQLException second) {
          second.addSuppressed(first);
          throw second;
        }
      }
    }
  }

  private List<String> script() {
    String path =
        "/io/freightsdk/jobs/" + product.name().toLowerCase(Locale.ROOT) + "/R__freight_jobs.sql";
    try (InputStream script = JobsDatabase.class.getResourceAsStream(path)) {
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

  /** Whether an INSERT failed because the row exists. */
  boolean isDuplicate(SQLException failure) {
    boolean isConstraint = 19 == failure.getErrorCode(); // SQLite has no SQL states.
    String state = failure.getSQLState();
    return product == Product.SQLITE ? isConstraint : state != null && state.startsWith("23");
  }
}
