package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.SpendStoreException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** The databases that are supported, and how they differ. */
enum Database {
  POSTGRESQL("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"),
  MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))"),
  H2(
      "DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00',"
          + " CURRENT_TIMESTAMP(6))");

  /** Microseconds since 1970 by the database's clock, whatever its time zone. */
  final String clock;

  Database(String clock) {
    this.clock = clock;
  }

  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Database of(Connection connection) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    String product = data.getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "MySQL", "MariaDB" -> MYSQL;
      case "H2" -> durable(connection, data.getURL());
      default ->
          throw new SpendStoreException(
              "spend store: expected PostgreSQL, MySQL, MariaDB or H2, got " + product,
              new UnsupportedOperationException(product),
              false);
    };
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
