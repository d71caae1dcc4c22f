package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.SpendStoreException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** The databases that are supported, and how they differ. */
enum Database {
  POSTGRESQL(
      "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
      "current_setting('synchronous_commit')"),
  MYSQL(
      "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))",
      "CAST(@@GLOBAL.innodb_flush_log_at_trx_commit AS CHAR)"),
  H2(
      "DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00',"
          + " CURRENT_TIMESTAMP(6))",
      "''");

  /** Microseconds since 1970 by the database's clock, whatever its time zone. */
  final String clock;

  /** What says whether a commit is on disk when it is answered. */
  final String durability;

  Database(String clock, String durability) {
    this.clock = clock;
    this.durability = durability;
  }

  /** Demands that the commit of this transaction is durable, or refuses to go on. */
  void demandDurability(Sql sql, String setting) {
    switch (this) {
      case POSTGRESQL -> {
        if (setting.equals("off")) sql.script("SET LOCAL synchronous_commit = on");
      }
      case MYSQL -> {
        if (setting.equals("1")) return;
        throw new SpendStoreException(
            "spend store: this database may lose committed money in a crash (innodb_flush_log_at_trx_commit is %s); set it to 1"
                .formatted(setting),
            new IllegalStateException("innodb_flush_log_at_trx_commit=" + setting),
            false);
      }
      case H2 -> {}
    }
  }

  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Database of(Connection connection) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    String product = data.getDatabaseProductName();
    Database database =
        switch (product) {
          case "PostgreSQL" -> POSTGRESQL;
          case "MySQL", "MariaDB" -> MYSQL;
          case "H2" -> H2;
          default ->
              throw new SpendStoreException(
                  "spend store: expected PostgreSQL, MySQL, MariaDB or H2, got " + product,
                  new UnsupportedOperationException(product),
                  false);
        };
    if (!isItself(connection)) {
      throw new SpendStoreException(
          "spend store: this database takes an empty text for NULL or does not know LIMIT, as another product would; use a URL without MODE (H2), an sql_mode without EMPTY_STRING_IS_NULL (MariaDB)",
          new UnsupportedOperationException(product),
          false);
    }
    if (database == MYSQL) {
      Sql sql = new Sql(connection);
      String setting = sql.one("SELECT " + database.durability, row -> row.getString(1));
      database.demandDurability(sql, setting == null ? "" : setting);
    }
    return database == H2 ? durable(connection, data.getURL()) : database;
  }

  /**
   * Whether statements mean what they mean to the product itself, and not to one that it mimics.
   */
  private static boolean isItself(Connection connection) {
    try {
      return new Sql(connection).number("SELECT CASE WHEN '' = '' THEN 1 ELSE 0 END LIMIT 1") == 1;
    } catch (Sql.Failure e) {
      String state = e.cause.getSQLState();
      boolean isSyntax = state != null && state.startsWith("42");
      if (!isSyntax) throw e;
      return false;
    }
  }

  /**
   * Refuses an H2 file that is written with a delay, because a crash would lose committed
   * reservations.
   */
  private static Database durable(Connection connection, String url) throws SQLException {
    boolean inMemory = url.contains(":mem:") || url.contains("/mem:");
    if (inMemory) return H2;
    String delay =
        new Sql(connection)
            .one(
                "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                    + " WHERE SETTING_NAME = 'WRITE_DELAY'",
                row -> row.getString(1));
    if ("0".equals(delay)) return H2;
    throw new SpendStoreException(
        "spend store: this H2 file may lose committed money in a crash (WRITE_DELAY is %s ms); add ;WRITE_DELAY=0 to its URL"
            .formatted(delay),
        new IllegalStateException("WRITE_DELAY=" + delay),
        false);
  }
}
