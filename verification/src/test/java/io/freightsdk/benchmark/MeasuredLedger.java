package io.freightsdk.benchmark;

import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a ledger can be. */
enum MeasuredLedger {
  MEMORY {
    @Override
    Filled make(PastPurchases purchases) {
      PastClock clock = new PastClock();
      SpendLedger ledger = SpendLedger.inMemory(clock);
      purchases.buy(ledger.guard(), clock);
      return new Filled(ledger, "", ledger::close);
    }
  },

  FILE {
    @Override
    Filled make(PastPurchases purchases) throws Exception {
      Path folder = Files.createTempDirectory("ledger");
      Path file = folder.resolve("ledger");
      // Opened once to make it.
      SpendLedger.file(file).close();
      String url = "jdbc:sqlite:" + file;
      try (Connection connection = DriverManager.getConnection(url)) {
        purchases.write(connection, "ledger");
      }
      SpendLedger ledger = SpendLedger.file(file);
      return new Filled(
          ledger,
          url,
          () -> {
            ledger.close();
            delete(folder);
          });
    }
  },

  POSTGRESQL {
    @Override
    Filled make(PastPurchases purchases) throws Exception {
      String url = Objects.requireNonNull(url());
      String schema = newName();
      execute(url, "CREATE SCHEMA " + schema);
      return inDatabase(
          url + "&currentSchema=" + schema,
          "&reWriteBatchedInserts=true",
          purchases,
          () -> execute(url, "DROP SCHEMA " + schema + " CASCADE"));
    }
  },

  MARIADB {
    @Override
    Filled make(PastPurchases purchases) throws Exception {
      String url = Objects.requireNonNull(url());
      String database = newName();
      execute(url, "CREATE DATABASE " + database);
      return inDatabase(
          url.replaceFirst("/[^/?]+\\?", "/" + database + "?"),
          "",
          purchases,
          () -> execute(url, "DROP DATABASE " + database));
    }
  };

  /** The name of the ledger in a database. */
  static final String NAME = "benchmark";

  /** A step that ends something. */
  private interface End {
    void run() throws SQLException, IOException;
  }

  /**
   * A ledger with the entries of purchases in a place of its own, which is gone after closing it.
   *
   * @param url of its database; empty in memory
   */
  record Filled(SpendLedger ledger, String url, End end) implements AutoCloseable {
    @Override
    public void close() throws SQLException, IOException {
      end.run();
    }
  }

  /** Makes a ledger, and opens it. */
  abstract Filled make(PastPurchases purchases) throws Exception;

  /** The URL of its server; null in memory and in a file, and without a server. */
  @Nullable String url() {
    String kind = name().replace("POSTGRESQL", "POSTGRES");
    return System.getenv("FREIGHT_TEST_" + kind + "_URL");
  }

  /** Those that this machine has. */
  static List<MeasuredLedger> here() {
    return Stream.of(values())
        .filter(place -> place == MEMORY || place == FILE || place.url() != null)
        .toList();
  }

  private static String newName() {
    return "benchmark_" + UUID.randomUUID().toString().substring(0, 8);
  }

  private static Filled inDatabase(
      String url, String optionsToWrite, PastPurchases purchases, End deletion) throws Exception {
    TestDatabase database = new TestDatabase(url);
    SpendLedger.createTables(database);
    SpendLedger.jdbc(database, NAME).close();
    try (Connection connection = DriverManager.getConnection(url + optionsToWrite)) {
      purchases.write(connection, NAME);
    }
    SpendLedger ledger = SpendLedger.jdbc(database, NAME);
    return new Filled(
        ledger,
        url,
        () -> {
          ledger.close();
          database.close();
          deletion.run();
        });
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      boolean unused = statement.execute(sql);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) Files.delete(file);
    }
    Files.delete(folder);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
