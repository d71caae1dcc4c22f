package io.freightsdk.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;

/** The supported databases, and their differences. */
public enum Dialect {
  POSTGRESQL("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"),
  /** MariaDB too. */
  MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))"),
  /** {@code DATEDIFF} would count the local time of the session. */
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)"),
  SQLITE("CAST(unixepoch('subsec') * 1000000 AS INTEGER)");

  static final String SERIALIZATION_FAILURE = "40001";

  /**
   * The states and codes of conflicts: serialization failure, deadlock, lock not available, lock
   * timeout. 1213, 1205 and 1020 are codes of MySQL and MariaDB, and 90131 of H2. 5 and 17 are
   * codes of SQLite: another process has locked the file, or created a table in it.
   */
  private static final Set<String> CONFLICTS =
      Set.of(
          SERIALIZATION_FAILURE,
          "40P01",
          "55P03",
          "HYT00",
          "1213",
          "1205",
          "1020",
          "90131",
          "5",
          "17");

  /**
   * An expression for the database's time in microseconds since 1970, independent of the session's
   * zone.
   */
  public final String clock;

  Dialect(String clock) {
    this.clock = clock;
  }

  /**
   * The dialect of a connection.
   *
   * @throws DatabaseException if the database is not supported
   */
  public static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "MySQL", "MariaDB" -> MYSQL;
      case "H2" -> H2;
      case "SQLite" -> SQLITE;
      default ->
          throw DatabaseException.permanentFailure(
              null,
              null,
              "expected a database of PostgreSQL, MySQL, MariaDB, SQLite or H2, got " + product,
              null,
              null);
    };
  }

  /** Whether it is a server, whose administrator may want to create the tables. */
  public boolean isServer() {
    return this == POSTGRESQL || this == MYSQL;
  }

  /**
   * Whether its times have no zone. They are stored in UTC, independent of the zones of JVM and
   * session.
   */
  public boolean hasTimesWithoutZone() {
    return this == MYSQL || this == SQLITE;
  }

  /** The end of a SELECT that locks its rows. */
  public String forUpdate() {
    return this == SQLITE ? "" : " FOR UPDATE";
  }

  /**
   * The end of a SELECT that locks its rows, and does not find rows that others have locked. SQLite
   * has one writing transaction at a time, so there is nothing to lock.
   */
  public String skipLocked() {
    return this == SQLITE ? "" : " FOR UPDATE SKIP LOCKED";
  }

  /** The name of its folder of scripts. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  // --- transactions ---

  /** Begins a transaction. Each statement sees everything that was committed before it. */
  void begin(Connection connection) throws SQLException {
    if (this == SQLITE) {
      if (!connection.getAutoCommit()) connection.setAutoCommit(true);
      // The driver's transactions lock the file at the first write, too late for earlier reads.
      execute(connection, "BEGIN IMMEDIATE");
      return;
    }
    if (this == H2) connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    connection.setAutoCommit(false);
    if (isServer()) execute(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
  }

  void commit(Connection connection) throws SQLException {
    if (this == SQLITE) execute(connection, "COMMIT");
    else connection.commit();
  }

  void rollback(Connection connection) throws SQLException {
    if (this == SQLITE) execute(connection, "ROLLBACK");
    else connection.rollback();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  // --- failures ---

  /** Whether a table is missing or may not be read, and no connection broke. */
  boolean isStatementRefused(SQLException failure) {
    if (this == SQLITE) return failure.getErrorCode() == 1;
    String state = failure.getSQLState();
    return state != null && state.startsWith("42");
  }

  /** Whether an INSERT failed in H2 because a row with its key exists. */
  static boolean isDuplicateInH2(SQLException failure) {
    return failure.getErrorCode() == 23505;
  }

  /** Whether the failure is a conflict, so that the same work may succeed a moment later. */
  static boolean isConflict(SQLException failure) {
    String state = failure.getSQLState();
    return (state != null && CONFLICTS.contains(state))
        || CONFLICTS.contains(Integer.toString(failure.getErrorCode()));
  }
}
