package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testsupport.AlsoThorough;
import io.freightsdk.testsupport.EmptyDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts of the jar, run by the tools they are named for; the ledger then only looks. */
@AlsoThorough("on PostgreSQL and MariaDB")
class MigrationToolsTest {
  private static final String BOOKS = "io/freightsdk/spend/jdbc/";

  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.EmptyDatabase#ofThisBuild")
  void flywayMakesTablesThatALedgerWhichOnlyLooksSpendsFrom(EmptyDatabase kind) throws Exception {
    String url = kind.make();
    assertNothingIsThere(url);
    for (int run = 0; run < 2; run++) {
      migrate(url, "classpath:" + BOOKS + kind.folder);
    }
    assertSpends(url);
  }

  /** A script of ours with a number would have to come before it, for ever. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.EmptyDatabase#ofThisBuild")
  void aServicesOwnMigrationsGoOnAfterOurs(EmptyDatabase kind, @TempDir Path own) throws Exception {
    String url = kind.make();
    String[] folders = {"filesystem:" + own, "classpath:" + BOOKS + kind.folder};
    Files.writeString(own.resolve("V1__orders.sql"), "CREATE TABLE orders (id INTEGER);");
    migrate(url, folders);
    Files.writeString(own.resolve("V2__paid.sql"), "ALTER TABLE orders ADD COLUMN paid INTEGER;");
    migrate(url, folders);
    Files.writeString(
        own.resolve("V20270101__sent.sql"), "ALTER TABLE orders ADD COLUMN sent INTEGER;");
    migrate(url, folders);
    EmptyDatabase.execute(url, "INSERT INTO orders (id, paid, sent) VALUES (1, 1, 1)");
    assertSpends(url);
  }

  private static void migrate(String url, String... folders) {
    Flyway.configure().dataSource(url, user(url), null).locations(folders).load().migrate();
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.EmptyDatabase#ofThisBuild")
  void liquibaseMakesTablesThatALedgerWhichOnlyLooksSpendsFrom(
      EmptyDatabase kind, @TempDir Path folder) throws Exception {
    String url = kind.make();
    assertNothingIsThere(url);
    Files.writeString(
        folder.resolve("changes.xml"),
        """
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
          <changeSet id="freight-spend-1" author="us">
            <sqlFile path="%s%s/R__freight_books.sql"/>
          </changeSet>
        </databaseChangeLog>
        """
            .formatted(BOOKS, kind.folder));
    try (Connection connection = DriverManager.getConnection(url)) {
      Liquibase liquibase =
          new Liquibase(
              "changes.xml",
              new CompositeResourceAccessor(
                  new DirectoryResourceAccessor(folder), new ClassLoaderResourceAccessor()),
              DatabaseFactory.getInstance()
                  .findCorrectDatabaseImplementation(new JdbcConnection(connection)));
      for (int run = 0; run < 2; run++) liquibase.update(new Contexts(), new LabelExpression());
    }
    assertSpends(url);
  }

  private static String user(String url) {
    return url.startsWith("jdbc:h2") ? "" : "freight";
  }

  private static void assertNothingIsThere(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> JdbcStorage.open(database, "b", SchemaMode.VALIDATE, null));
    }
  }

  private static void assertSpends(String url) throws Exception {
    SpendScope scope = SpendScope.client(SpendLimits.builder().perHour("1.00").build());
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
