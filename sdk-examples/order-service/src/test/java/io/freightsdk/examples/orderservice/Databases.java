package io.freightsdk.examples.orderservice;

import io.freightsdk.testing.Needs;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;

/** Databases for the service, by their URLs. */
final class Databases {
  private Databases() {}

  /** A file of SQLite in this folder, as in application.yaml. */
  static String sqlite(Path folder) {
    return "jdbc:sqlite:"
        + folder.resolve("orders.db")
        + "?transaction_mode=IMMEDIATE&journal_mode=WAL&busy_timeout=30000&synchronous=FULL";
  }

  /**
   * For limits of a day: the ledger goes by the time of its database, which no test moves, and no
   * test may meet a midnight.
   */
  static ZoneId zoneWhereItIsNoon() {
    return ZoneOffset.ofHours(12 - LocalTime.now(ZoneOffset.UTC).getHour());
  }

  /** A new one on the server that tests share. */
  static String newOnPostgres() {
    String shared = Needs.Program.POSTGRES.urlOrSkip();
    String name = "orders_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = DriverManager.getConnection(shared);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return shared.replace("/postgres?", "/" + name + "?");
  }
}
