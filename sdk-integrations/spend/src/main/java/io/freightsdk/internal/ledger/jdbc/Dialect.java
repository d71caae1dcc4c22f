package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.ledger.NanoUsd;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.Collections;
import java.util.Locale;
import java.util.TimeZone;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.argument.Argument;
import org.jspecify.annotations.Nullable;

/** The databases, and what they differ in: the clock, the lock, a row that is there, columns. */
enum Dialect {
  POSTGRESQL("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"),
  MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))"),
  /** {@code DATEDIFF} would count the local time of the session. */
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)"),
  SQLITE("CAST(unixepoch('subsec') * 1000000 AS INTEGER)");

  private static final TimeZone UTC = TimeZone.getTimeZone(ZoneOffset.UTC);
  private static final LocalDateTime ZERO = LocalDateTime.of(1970, 1, 1, 0, 0);

  /** The first and the last time that every database can store. */
  private static final long FIRST = micros(LocalDateTime.of(1000, 1, 1, 0, 0));

  private static final long LAST = micros(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000));

  /** Texts of one length, which sort as the times do. */
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  /** Microseconds since 1970 by the database's clock, whatever its time zone. */
  final String clock;

  Dialect(String clock) {
    this.clock = clock;
  }

  /** That of the database that a handle is connected to. */
  static Dialect of(Handle handle) {
    try {
      return of(handle.getConnection().getMetaData().getDatabaseProductName());
    } catch (SQLException e) {
      throw new Transactions.DatabaseFailure(e);
    }
  }

  /** That of a product, by the name that its driver gives it. */
  private static Dialect of(String product) {
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "MySQL", "MariaDB" -> MYSQL;
      case "H2" -> H2;
      case "SQLite" -> SQLITE;
      default ->
          throw new IllegalStateException(
              "expected PostgreSQL, MySQL, MariaDB, SQLite or H2, got " + product);
    };
  }

  /** Whether an administrator looks after it, who may want to make tables himself. */
  boolean isServer() {
    return this == POSTGRESQL || this == MYSQL;
  }

  /**
   * Whether a table or column is missing or may not be read, and no connection broke: syntax error
   * or access rule violation, of SQLite its only code for that.
   */
  boolean isRefusal(SQLException failure) {
    if (this == SQLITE) return failure.getErrorCode() == 1;
    String state = failure.getSQLState();
    return state != null && state.startsWith("42");
  }

  /** Where its script is. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Makes the transaction that it begins one of READ COMMITTED, however its connection is set; null
   * where that is no statement. By the default of MySQL, sums would be those of before the lock.
   */
  @Nullable String readCommitted() {
    return isServer() ? "SET TRANSACTION ISOLATION LEVEL READ COMMITTED" : null;
  }

  /**
   * The isolation that a connection is set to for a change. Servers have a statement of the change
   * itself for that, and in SQLite nobody else changes the file meanwhile.
   */
  int isolation() {
    return this == H2 ? Connection.TRANSACTION_READ_COMMITTED : Connection.TRANSACTION_NONE;
  }

  /**
   * Whether its driver sends several statements in one round trip. One of them may have rows: of
   * more, that of PostgreSQL mixes up the columns with a {@code prepareThreshold} of -1.
   */
  boolean takesSeveral() {
    return this == POSTGRESQL;
  }

  /** Ends a SELECT of a row that its transaction locks; SQLite's has locked the whole file. */
  String rowLock() {
    return this == SQLITE ? "" : " FOR UPDATE";
  }

  /** A condition: a text has a parameter in it, of which no character is a pattern. */
  String contains(String text, String parameter) {
    return this == SQLITE
        ? "INSTR(%s, :%s) > 0".formatted(text, parameter)
        : "POSITION(:%s IN %s) > 0".formatted(parameter, text);
  }

  /**
   * A condition: a column is a text of any characters, of which MySQL ignores blanks at its end.
   */
  String is(String column, String parameter) {
    String isEqual = "%1$s = :%2$s".formatted(column, parameter);
    if (this != MYSQL) return isEqual;
    return isEqual + " AND LENGTH(%1$s) = LENGTH(:%2$s)".formatted(column, parameter);
  }

  /** Inserts so many rows with counters, or adds to those that are there. */
  String addToTotals(int rows) {
    String values = String.join(", ", Collections.nCopies(rows, "(?, ?, ?, ?)"));
    String insert =
        "INSERT INTO freight_total (ledger, scope, charged_usd, open_usd) VALUES " + values;
    return switch (this) {
      case POSTGRESQL, SQLITE ->
          insert
              + " ON CONFLICT (ledger, scope) DO UPDATE SET"
              + " charged_usd = freight_total.charged_usd + EXCLUDED.charged_usd,"
              + " open_usd = freight_total.open_usd + EXCLUDED.open_usd";
      case MYSQL ->
          insert
              + " ON DUPLICATE KEY UPDATE charged_usd = charged_usd + VALUES(charged_usd),"
              + " open_usd = open_usd + VALUES(open_usd)";
      case H2 ->
          "MERGE INTO freight_total USING (VALUES %s)".formatted(values)
              + " AS added (ledger, scope, charged, opened)"
              + " ON freight_total.ledger = added.ledger AND freight_total.scope = added.scope"
              + " WHEN MATCHED THEN UPDATE SET charged_usd = charged_usd + added.charged,"
              + " open_usd = open_usd + added.opened"
              + " WHEN NOT MATCHED THEN INSERT (ledger, scope, charged_usd, open_usd)"
              + " VALUES (added.ledger, added.scope, added.charged, added.opened)";
    };
  }

  /** Inserts a position, or replaces the one that is there. */
  String replacePosition() {
    String insert =
        "INSERT INTO freight_position (name, read_at, reading) VALUES (:name, :readAt, :reading)";
    return switch (this) {
      case POSTGRESQL, SQLITE ->
          insert
              + " ON CONFLICT (name) DO UPDATE SET"
              + " read_at = EXCLUDED.read_at, reading = EXCLUDED.reading";
      case MYSQL ->
          insert + " ON DUPLICATE KEY UPDATE read_at = VALUES(read_at), reading = VALUES(reading)";
      case H2 ->
          "MERGE INTO freight_position (name, read_at, reading) KEY (name)"
              + " VALUES (:name, :readAt, :reading)";
    };
  }

  // --- columns ---

  /** In UTC and without a zone, so that no driver converts it; NULL for 0. */
  Argument time(long micros) {
    return Value.of(micros == 0 ? null : utc(micros));
  }

  /** The same, of a time that is there. */
  Argument time(Instant time) {
    return Value.of(utc(Micros.of(time)));
  }

  private Object utc(long micros) {
    LocalDateTime time = ZERO.plus(Math.max(FIRST, Math.min(LAST, micros)), ChronoUnit.MICROS);
    return this == SQLITE ? written(time) : time;
  }

  private static String written(LocalDateTime time) {
    // With nanoseconds every digit is written; a formatter takes several times as long.
    return time.plusNanos(1).toString().substring(0, 26).replace('T', ' ');
  }

  /** 0 for NULL. */
  long time(ResultSet row, String column) throws SQLException {
    if (this == SQLITE) {
      String text = row.getString(column);
      return text == null ? 0 : micros(LocalDateTime.parse(text, TEXT));
    }
    if (this == MYSQL) {
      // To a LocalDateTime, MariaDB's driver goes by way of the zone of this JVM.
      Timestamp time = row.getTimestamp(column, Calendar.getInstance(UTC));
      return time == null ? 0 : Micros.of(time.toInstant());
    }
    LocalDateTime time = row.getObject(column, LocalDateTime.class);
    return time == null ? 0 : micros(time);
  }

  private static long micros(LocalDateTime time) {
    return Micros.of(time.toInstant(ZoneOffset.UTC));
  }

  /** Dollars; SQLite, whose decimals are floating-point numbers, has whole billionths of them. */
  Argument usd(long nano) {
    return Value.of(this == SQLITE ? (Object) nano : BigDecimal.valueOf(nano, NanoUsd.SCALE));
  }

  /** 0 for NULL. */
  long nano(ResultSet row, String column) throws SQLException {
    if (this == SQLITE) return row.getLong(column);
    BigDecimal usd = row.getBigDecimal(column);
    return usd == null ? 0 : usd.movePointRight(NanoUsd.SCALE).longValueExact();
  }
}
