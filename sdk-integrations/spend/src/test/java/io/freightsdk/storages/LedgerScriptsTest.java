package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.MigrationTools;
import io.freightsdk.testing.PooledDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts of the jar, run by Flyway and Liquibase. The ledger then only checks its tables. */
class LedgerScriptsTest {
  private static final String LEDGER = "io/freightsdk/spend/ledger/";

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void ledgerUsesTablesThatFlywayCreated(EmptyDatabase kind) throws Exception {
    String url = kind.make();
    assertNothingIsThere(kind, url);
    MigrationTools.flyway(url, LEDGER + kind.folder);
    assertSpends(url);
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void migrationsOfTheApplicationContinueAfterOurs(EmptyDatabase kind, @TempDir Path own)
      throws Exception {
    String url = kind.make();
    MigrationTools.flywayBesideOwn(url, LEDGER + kind.folder, own);
    assertSpends(url);
  }

  @Tag("slow") // starts Liquibase; Flyway runs the same script
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void ledgerUsesTablesThatLiquibaseCreated(EmptyDatabase kind, @TempDir Path folder)
      throws Exception {
    String url = kind.make();
    assertNothingIsThere(kind, url);
    MigrationTools.liquibase(url, LEDGER + kind.folder + "/R__freight_ledger.sql", folder);
    assertSpends(url);
  }

  /** The script has a trigger, which contains semicolons. */
  @Test
  void flywayRunsTheSqliteScript(@TempDir Path folder) throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("ledger");
    MigrationTools.flyway(url, LEDGER + "sqlite");
    assertSpends(url);
    assertHasTheWholeTrigger(url);
  }

  @Tag("slow") // starts Liquibase; Flyway runs the same script
  @Test
  void liquibaseRunsTheSqliteScript(@TempDir Path folder) throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("ledger");
    MigrationTools.liquibase(url, LEDGER + "sqlite/R__freight_ledger.sql", folder);
    assertSpends(url);
    assertHasTheWholeTrigger(url);
  }

  private static void assertHasTheWholeTrigger(String url) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT sql FROM sqlite_master WHERE type = 'trigger'")) {
      assertThat(found.next()).isTrue();
      assertThat(found.getString(1))
          .contains("DELETE FROM freight_reservation", "DELETE FROM freight_amount")
          .endsWith("END");
    }
  }

  private static void assertNothingIsThere(EmptyDatabase kind, String url) throws Exception {
    if (kind == EmptyDatabase.H2) return;
    try (PooledDataSource database = new PooledDataSource(url)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> SqlStorage.open(database, "b", null));
    }
  }

  private static void assertSpends(String url) throws Exception {
    try (PooledDataSource database = new PooledDataSource(url)) {
      SqlStorage ledger = SqlStorage.open(database, "b", null);
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("1.00")));
      buyer.pay("0.65", "key");
      buyer.complete(buyer.hold("0.02", null), Charge.Kind.UNKNOWN);
      assertThat(buyer.refused("0.65")).isEqualByComparingTo("0.33");
      assertThat(buyer.chargedUsd()).isEqualByComparingTo("0.65");
      // The ledger accepts the tables of the tool as its own.
      SqlStorage.createTables(database);
      SqlStorage.open(database, "b", null).close();
    }
  }
}
