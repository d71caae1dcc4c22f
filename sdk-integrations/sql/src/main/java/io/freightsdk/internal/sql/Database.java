package io.freightsdk.internal.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The databases that are supported, and how they differ: the clock, and durable commits. */
public enum Database {
  POSTGRESQL(
      "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
      "current_setting('synchronous_commit')"),
  MYSQL(
      "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))",
      "CAST(@@GLOBAL.innodb_flush_log_at_trx_commit AS CHAR)"),
  /** {@code DATEDIFF} would count the local time of the session. */
  H2("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)", "'0'"),
  /** A file with one connection for each process, which is opened to be durable. */
  SQLITE("CAST(unixepoch('subsec') * 1000000 AS INTEGER)", "'0'");

  /** Too slow for each transaction, and only who opens the file can change it. */
  private static final String DURABILITY_OF_H2 =
      "CASE WHEN DATABASE_PATH() IS NULL THEN '0' ELSE (SELECT MAX(SETTING_VALUE) FROM"
          + " INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY') END";

  /** Microseconds since 1970 by the database's clock, whatever its time zone. */
  public final String clock;

  /** What says whether a commit is on disk when it is answered. */
  public final String durability;

  Database(String clock, String durability) {
    this.clock = clock;
    this.durability = durability;
  }

  /** Ends a SELECT of a row that its transaction locks; SQLite's has locked the whole file. */
  public String rowLock() {
    return this == SQLITE ? "" : " FOR UPDATE";
  }

  /**
   * The database of a connection.
   *
   * @throws Connections.Unfit if it is of another kind
   */
  public static Database of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "MySQL", "MariaDB" -> MYSQL;
      case "H2" -> H2;
      case "SQLite" -> SQLITE;
      default ->
          throw new Connections.Unfit(
              "expected PostgreSQL, MySQL, MariaDB, SQLite or H2, got " + product);
    };
  }

  /**
   * The database, if it keeps what it has committed, and statements mean there what they should.
   *
   * @throws DatabaseException if it does not
   */
  public static Database ofDurable(Connection connection) throws SQLException {
    Database database = of(connection);
    Sql sql = new Sql(connection);
    String setting = database.setting(sql);
    if (setting == null) {
      throw DatabaseException.refused(
          "this database takes an empty text for NULL or does not know LIMIT, as another product would; use a URL without MODE (H2), an sql_mode without EMPTY_STRING_IS_NULL (MariaDB)");
    }
    database.demandDurability(sql, setting);
    return database;
  }

  private @Nullable String setting(Sql sql) {
    String asked = this == H2 ? DURABILITY_OF_H2 : durability;
    String query = "SELECT CASE WHEN '' = '' THEN " + asked + " ELSE '-' END LIMIT 1";
    try {
      String setting = sql.list(query, row -> row.getString(1)).get(0);
      return setting.equals("-") ? null : setting;
    } catch (Sql.Failure e) {
      if (e.isRefused()) return null;
      throw e;
    }
  }

  /** Demands that the commit of this transaction is durable, or refuses to go on. */
  public void demandDurability(Sql sql, String setting) {
    switch (this) {
      case POSTGRESQL -> {
        if (setting.equals("off")) sql.update("SET LOCAL synchronous_commit = on");
      }
      case MYSQL -> refuseUnless("1", setting, "innodb_flush_log_at_trx_commit is %s; set it to 1");
      case SQLITE -> {}
      case H2 -> refuseUnless("0", setting, "WRITE_DELAY is %s ms; add ;WRITE_DELAY=0 to its URL");
    }
  }

  private static void refuseUnless(String durable, String setting, String otherwise) {
    if (setting.equals(durable)) return;
    throw DatabaseException.refused(
        "this database may lose committed money in a crash: " + otherwise.formatted(setting));
  }

  /** Where the scripts for it are, below the package that they are for. */
  public String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The statements of a script.
   *
   * @param jar opens a file of the caller's own module, which no other module may read
   */
  public List<String> script(Function<String, @Nullable InputStream> jar, String name) {
    String path = folder() + "/" + name;
    try (InputStream in = jar.apply(path)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + path);
      String text = new String(in.readAllBytes(), UTF_8).replaceAll("(?m)^--.*\\n", "");
      return Stream.of(text.split(";\\s*\n")).filter(statement -> !statement.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
