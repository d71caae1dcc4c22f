package io.freightsdk.internal.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The databases, and what they differ in: clock, transactions, and how they refuse. */
public enum Database {
  POSTGRESQL("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"),
  MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))"),
  /** {@code DATEDIFF} would count the local time of the session. */
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)"),
  SQLITE("CAST(unixepoch('subsec') * 1000000 AS INTEGER)");

  /**
   * Those that know {@code LIMIT}. Jobs have the same list, so that what an application can use
   * does not hang on its mode.
   */
  private static final List<String> MODES_OF_H2 =
      List.of("REGULAR", "LEGACY", "DB2", "HSQLDB", "MariaDB", "MySQL", "PostgreSQL");

  /** Encodings of PostgreSQL that keep every character; SQL_ASCII keeps the bytes. */
  private static final Set<String> ENCODINGS_OF_ALL = Set.of("UTF8", "SQL_ASCII");

  /** Names the two columns itself: with OLD_INFORMATION_SCHEMA they have other names. */
  private static final String SETTING_OF_H2 =
      "SELECT a.setting FROM INFORMATION_SCHEMA.SETTINGS a (name, setting) WHERE a.name = ";

  /**
   * VARCHAR_CASESENSITIVE follows the collation of the database, as every text does. Danish and
   * Norwegian with STRENGTH SECONDARY tell a from A, and not b from B.
   */
  private static final String TAKES_TEXTS_FOR_ONE =
      "CALL 'a' = 'A' OR 'b' = 'B' OR '\u00e9' = '\u00e8'";

  /**
   * Somebody else was in the way, and nothing is broken: serialization failure, deadlock, lock not
   * available, lock timeout; 1213, 1205 and 1020 are MySQL's and MariaDB's numbers for these, 90131
   * is H2's, and 5 says that another process has locked a file of SQLite.
   */
  private static final Set<String> CONFLICTS =
      Set.of("40001", "40P01", "55P03", "HYT00", "1213", "1205", "1020", "90131", "5");

  /** How long a change of a table waits for those who use it. */
  static final Duration LONGEST_LOCK_WAIT = Duration.ofSeconds(2);

  /**
   * What is said of a lock that was not to be had in time; 1205 is MySQL's and MariaDB's number.
   */
  private static final Set<String> LOCK_TIMEOUTS = Set.of("55P03", "HYT00", "1205");

  /** An expression: microseconds since 1970 by the database, whatever the zone of a session. */
  public final String clock;

  Database(String clock) {
    this.clock = clock;
  }

  /** That of a connection. */
  static Database of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> postgresql(connection);
      case "MySQL", "MariaDB" -> MYSQL;
      case "H2" -> h2(connection);
      case "SQLite" -> SQLITE;
      default ->
          throw new DatabaseException(
              "expected a database of PostgreSQL, MySQL, MariaDB, SQLite or H2, got " + product,
              null,
              false);
    };
  }

  private static Database postgresql(Connection connection) throws SQLException {
    String encoding = first(connection, "SHOW server_encoding");
    if (encoding == null || ENCODINGS_OF_ALL.contains(encoding)) return POSTGRESQL;
    throw new DatabaseException(
        "PostgreSQL keeps this database in "
            + encoding
            + ", so a call whose reference or scope has another character, such as an emoji, could"
            + " never be recorded; give freight-spend a database that was created with ENCODING"
            + " 'UTF8'",
        null,
        false);
  }

  private static Database h2(Connection connection) throws SQLException {
    String mode = first(connection, SETTING_OF_H2 + "'MODE'");
    if (mode != null && !MODES_OF_H2.contains(mode)) {
      throw new DatabaseException(
          "H2 does not know our statements in MODE="
              + mode
              + "; change MODE in the URL to one of "
              + String.join(", ", MODES_OF_H2)
              + ", or give freight-spend a database of its own",
          null,
          false);
    }
    if (!"TRUE".equals(first(connection, TAKES_TEXTS_FOR_ONE))) return H2;
    throw new DatabaseException(
        "H2 compares the texts of this database with COLLATION="
            + first(connection, SETTING_OF_H2 + "'COLLATION'")
            + ", for which different letters are the same, so two keys or two scopes could be"
            + " one; give freight-spend a database without COLLATION in its URL, or one that was"
            + " created with STRENGTH TERTIARY",
        null,
        false);
  }

  /** The first column of the first row; null if there is none. */
  private static @Nullable String first(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getString(1) : null;
    }
  }

  /** Whether an administrator looks after it, who may want to make tables himself. */
  public boolean isServer() {
    return this == POSTGRESQL || this == MYSQL;
  }

  /** Begins a transaction in which each statement sees what others have committed before it. */
  void begin(Connection connection) throws SQLException {
    if (this == SQLITE) {
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

  /** Returns a connection whose transaction is over to how its data source gave it. */
  void restore(Connection connection, int isolation) throws SQLException {
    if (this == SQLITE) return;
    connection.setAutoCommit(true);
    if (this == H2) connection.setTransactionIsolation(isolation);
  }

  /** The isolation to restore; asked only where a transaction sets it on the connection. */
  int isolation(Connection connection) throws SQLException {
    return this == H2 ? connection.getTransactionIsolation() : Connection.TRANSACTION_NONE;
  }

  /** The seconds of a statement to restore: H2 keeps them for all statements of a connection. */
  int queryTimeout(Connection connection) throws SQLException {
    if (this != H2) return 0;
    try (Statement any = connection.createStatement()) {
      return any.getQueryTimeout();
    }
  }

  void restoreQueryTimeout(Connection connection, int seconds) throws SQLException {
    if (this != H2) return;
    try (Statement any = connection.createStatement()) {
      any.setQueryTimeout(seconds);
    }
  }

  /**
   * For a statement that changes a table, outside of a transaction. While it waits for the lock,
   * everyone else who uses the table waits behind it, so it gives up soon. SQLite has no such
   * queue.
   */
  int withShortLockWaits(Handle handle, IntSupplier statement) {
    long millis = LONGEST_LOCK_WAIT.toMillis();
    return switch (this) {
      case POSTGRESQL ->
          handle.inTransaction(
              inside -> {
                // Ends with the transaction, also behind a pooler.
                inside.execute("SET LOCAL lock_timeout = " + millis);
                return statement.getAsInt();
              });
      case MYSQL ->
          withSetting(
              handle,
              "SELECT @@SESSION.lock_wait_timeout",
              "SET SESSION lock_wait_timeout = ",
              LONGEST_LOCK_WAIT.toSeconds(),
              statement);
      case H2 -> withSetting(handle, "CALL LOCK_TIMEOUT()", "SET LOCK_TIMEOUT ", millis, statement);
      case SQLITE -> statement.getAsInt();
    };
  }

  /** Runs it with another value of a setting of the session. */
  private static int withSetting(
      Handle handle, String query, String set, long value, IntSupplier statement) {
    long before = handle.createQuery(query).mapTo(Long.class).one();
    handle.execute(set + value);
    try {
      return statement.getAsInt();
    } finally {
      handle.execute(set + before);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean unused = statement.execute(sql);
    }
  }

  /** Whether a table or column is missing or may not be read, and no connection broke. */
  boolean isRefusal(SQLException failure) {
    if (this == SQLITE) return failure.getErrorCode() == 1;
    String state = failure.getSQLState();
    return state != null && state.startsWith("42");
  }

  /** Whether others were in the way, so that the same may work a moment later. */
  static boolean isConflict(SQLException failure) {
    return isOneOf(CONFLICTS, failure);
  }

  /** Whether a lock was not to be had in time. */
  static boolean isLockTimeout(SQLException failure) {
    return isOneOf(LOCK_TIMEOUTS, failure);
  }

  private static boolean isOneOf(Set<String> statesAndCodes, SQLException failure) {
    String state = failure.getSQLState();
    return (state != null && statesAndCodes.contains(state))
        || statesAndCodes.contains(Integer.toString(failure.getErrorCode()));
  }

  /** The name of its folder of scripts. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }
}
