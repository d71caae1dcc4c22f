package io.freightsdk.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;

/** The databases, and what they differ in. */
public enum Dialect {
  POSTGRESQL("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"),
  /** MariaDB too. */
  MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))"),
  /** {@code DATEDIFF} would count the local time of the session. */
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)"),
  SQLITE("CAST(unixepoch('subsec') * 1000000 AS INTEGER)");

  static final String SERIALIZATION_FAILURE = "40001";

  /**
   * Somebody else was in the way, and nothing is broken: serialization failure, deadlock, lock not
   * available, lock timeout; 1213, 1205 and 1020 are MySQL's and MariaDB's numbers for these, 90131
   * is H2's; 5 and 17 say that somebody else has locked a file of SQLite, or made a table in it.
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

  /** An expression: microseconds since 1970 by the database, whatever the zone of a session. */
  public final String clock;

  Dialect(String clock) {
    this.clock = clock;
  }

  /**
   * That of a connection.
   *
   * @throws DatabaseException if the database is another one
   */
  public static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "MySQL", "MariaDB" -> MYSQL;
      case "H2" -> H2;
      case "SQLite" -> SQLITE;
      default ->
          throw DatabaseException.lasting(
              null,
              null,
              "expected a database of PostgreSQL, MySQL, MariaDB, SQLite or H2, got " + product,
              null,
              null);
    };
  }

  /** Whether an administrator looks after it, who may want to make tables himself. */
  public boolean isServer() {
    return this == POSTGRESQL || this == MYSQL;
  }

  /**
   * Whether its times have no zone. We store UTC there, so those of JVM and session do not matter.
   */
  public boolean hasTimesWithoutZone() {
    return this == MYSQL || this == SQLITE;
  }

  /** Ends a SELECT that waits for those who change its rows, and keeps others from doing so. */
  public String forUpdate() {
    return this == SQLITE ? "" : " FOR UPDATE";
  }

  /**
   * Ends a SELECT that does not find the rows that others change. SQLite has one transaction that
   * writes at a time, so there is nothing to lock.
   */
  public String skipLocked() {
    return this == SQLITE ? "" : " FOR UPDATE SKIP LOCKED";
  }

  /** The name of its folder of scripts. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  // --- transactions ---

  /** Begins one in which each statement sees what others have committed before it. */
  void begin(Connection connection) throws SQLException {
    if (this == SQLITE) {
      if (!connection.getAutoCommit()) connection.setAutoCommit(true);
      // The driver's own transactions lock the file at the first write, too late for what was read.
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
      boolean unused = statement.execute(sql);
    }
  }

  // --- failures ---

  /** Whether a table is missing or may not be read, and no connection broke. */
  boolean isRefusal(SQLException failure) {
    if (this == SQLITE) return failure.getErrorCode() == 1;
    String state = failure.getSQLState();
    return state != null && state.startsWith("42");
  }

  /** Whether an INSERT failed in H2 because there is a row of its key. */
  static boolean isDuplicateInH2(SQLException failure) {
    return failure.getErrorCode() == 23505;
  }

  /** Whether others were in the way, so that the same may work a moment later. */
  static boolean isConflict(SQLException failure) {
    String state = failure.getSQLState();
    return (state != null && CONFLICTS.contains(state))
        || CONFLICTS.contains(Integer.toString(failure.getErrorCode()));
  }
}
