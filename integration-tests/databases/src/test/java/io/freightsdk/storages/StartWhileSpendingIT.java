package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.MigrationTools;
import io.freightsdk.testing.PooledDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process starts while another process has an open transaction that has written to every table.
 * The transaction ends after the checks of a test.
 */
class StartWhileSpendingIT {
  private static final String HERE = "io.freightsdk.testing.EmptyDatabase#here";
  private static final String LEDGER = "io/freightsdk/spend/ledger/";

  private static final String ENTRY =
      "INSERT INTO freight_entry (ledger, id, account, operation, key_reused, scope, created_at,"
          + " counted_at, outcome, min_amount, amount, refunded)"
          + " VALUES ('other', 1, 'a', 'createLoad', FALSE, 'client', 1, 1, 'CHARGED', 1, 1, 0)";

  private static final List<String> ROWS =
      List.of(
          "INSERT INTO freight_ledger VALUES ('other', 1)",
          ENTRY,
          "INSERT INTO freight_reservation VALUES"
              + " ('other', 'r', 1, 'client', 1, 1, 1, 1, 'CHARGED', 1, 1, FALSE)",
          "INSERT INTO freight_amount VALUES ('other', 1, 'client', 'createLoad', 1, 'CHARGED', 1)",
          "INSERT INTO freight_purged VALUES ('other', 'client', 'createLoad', 1)",
          "INSERT INTO freight_comparison VALUES"
              + " ('other', 1, 'a', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)");

  private static void createTables(String url) throws SQLException {
    try (PooledDataSource database = new PooledDataSource(url)) {
      SqlStorage.createTables(database);
    }
  }

  private static Connection openTransaction(String url, List<String> statements)
      throws SQLException {
    Connection open = DriverManager.getConnection(url);
    open.setAutoCommit(false);
    try (Statement statement = open.createStatement()) {
      for (String sql : statements) statement.execute(sql);
    }
    return open;
  }

  private static void assertSpends(String url) throws SQLException {
    try (PooledDataSource database = new PooledDataSource(url)) {
      Buyer buyer = new Buyer(SqlStorage.open(database, "b", null), List.of(Buyer.total("0.65")));
      assertThat(buyer.pay("0.65", "key")).isTrue();
      buyer.refused("0.01");
    }
  }

  @ParameterizedTest
  @MethodSource(HERE)
  void startsOfThreeProcessesLockNoExistingTable(EmptyDatabase kind) throws SQLException {
    String url = kind.make();
    createTables(url);
    try (Connection open = openTransaction(url, ROWS)) {
      for (int start = 0; start < 3; start++) createTables(url);
      assertSpends(url);
      open.rollback();
    }
  }

  /** For example, after an update of the jar. */
  @ParameterizedTest
  @MethodSource(HERE)
  void flywayRunsAChangedScriptWithoutLockingTables(EmptyDatabase kind, @TempDir Path folder)
      throws Exception {
    String url = kind.make();
    String script = LEDGER + kind.folder + "/R__freight_ledger.sql";
    assertThat(MigrationTools.flywayOfCopy(url, script, "", folder)).isOne();
    try (Connection open = openTransaction(url, ROWS)) {
      String version = "-- Another version.\n";
      assertThat(MigrationTools.flywayOfCopy(url, script, version, folder)).isOne();
      assertSpends(url);
      open.rollback();
    }
  }
}
