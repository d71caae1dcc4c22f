package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.MigrationTools;
import io.freightsdk.testing.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts of the jar, run by the tools they are named for; the ledger then only looks. */
class MigrationToolsTest {
  private static final String BOOKS = "io/freightsdk/spend/jdbc/";

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void flywayMakesTablesThatALedgerWhichOnlyLooksSpendsFrom(EmptyDatabase kind) throws Exception {
    String url = kind.make();
    assertNothingIsThere(url);
    MigrationTools.flyway(url, BOOKS + kind.folder);
    assertSpends(url);
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void aServicesOwnMigrationsGoOnAfterOurs(EmptyDatabase kind, @TempDir Path own) throws Exception {
    String url = kind.make();
    MigrationTools.flywayBesideOwn(url, BOOKS + kind.folder, own);
    assertSpends(url);
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void liquibaseMakesTablesThatALedgerWhichOnlyLooksSpendsFrom(
      EmptyDatabase kind, @TempDir Path folder) throws Exception {
    String url = kind.make();
    assertNothingIsThere(url);
    MigrationTools.liquibase(url, BOOKS + kind.folder + "/R__freight_books.sql", folder);
    assertSpends(url);
  }

  private static void assertNothingIsThere(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> JdbcStorage.open(database, "b", SchemaMode.VALIDATE, null));
    }
  }

  private static void assertSpends(String url) throws Exception {
    SpendScope scope = SpendScope.client(SpendLimits.perHour("1.00"));
    try (TestDatabase database = new TestDatabase(url)) {
      Spender spender = new Spender(JdbcStorage.open(database, "b", SchemaMode.VALIDATE, null));
      spender.pay(scope, "0.65", "key", Charge.Kind.CHARGED);
      spender.pay(scope, "0.02", null, Charge.Kind.UNKNOWN);
      assertThat(spender.refused(scope, "0.65")).isEqualByComparingTo("0.33");
      assertThat(spender.chargedUsd()).isEqualByComparingTo("0.65");
      // What a tool has made is what the ledger itself would go on from.
      JdbcStorage.open(database, "b", SchemaMode.CREATE, null).close();
    }
  }
}
