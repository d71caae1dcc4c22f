package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.TestDatabase;
import io.freightsdk.spend.jdbc.JdbcSpendStore.SchemaMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.util.UUID;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scripts of the jar, run by the tools they are named for; the store then only looks. */
class MigrationToolsTest {
  private static final String SCRIPTS = "io/freightsdk/spend/jdbc/";

  /** An empty database or schema of each kind, by its JDBC URL. */
  enum Kind {
    H2("h2") {
      @Override
      String empty(String name) {
        return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
      }
    },
    POSTGRESQL("postgresql") {
      @Override
      String empty(String name) throws Exception {
        String url = orSkip(TestDatabase.POSTGRES);
        execute(url, "CREATE SCHEMA " + name);
        return url + "&currentSchema=" + name;
      }
    },
    MARIADB("mysql") {
      @Override
      String empty(String name) throws Exception {
        String url = orSkip(TestDatabase.MARIADB);
        execute(url, "CREATE DATABASE " + name);
        return url.replaceFirst("/freight\\?", "/" + name + "?");
      }
    };

    private final String folder;

    Kind(String folder) {
      this.folder = folder;
    }

    abstract String empty(String name) throws Exception;

    private static String orSkip(String variable) {
      String url = System.getenv(variable);
      Assumptions.assumeTrue(
          url != null,
          "needs "
              + variable
              + ": run with sdk-integrations/freight-jdbc/src/test/scripts/with-databases.sh");
      return url;
    }
  }

  @ParameterizedTest
  @EnumSource
  void flywayMakesTablesThatAStoreWhichOnlyLooksSpendsFrom(Kind kind) throws Exception {
    String url = kind.empty(newName());
    assertNothingIsThere(url);
    for (int run = 0; run < 2; run++) {
      Flyway.configure()
          .dataSource(url, user(url), null)
          .locations("classpath:" + SCRIPTS + kind.folder)
          .table("freight_books_history")
          .load()
          .migrate();
    }
    assertSpends(url);
  }

  @ParameterizedTest
  @EnumSource
  void liquibaseMakesTablesThatAStoreWhichOnlyLooksSpendsFrom(Kind kind, @TempDir Path folder)
      throws Exception {
    String url = kind.empty(newName());
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
            .formatted(SCRIPTS, kind.folder));
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

  private static String newName() {
    return "m" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
  }

  private static String user(String url) {
    return url.startsWith("jdbc:h2") ? "" : "freight";
  }

  private static void execute(String url, String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void assertNothingIsThere(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> JdbcSpendStore.open(database, "b", SchemaMode.VALIDATE));
    }
  }

  private static void assertSpends(String url) throws Exception {
    SpendScope scope = SpendScope.client(SpendLimits.builder().perHour("1.00").build());
    try (TestDatabase database = new TestDatabase(url)) {
      SpendStore store = JdbcSpendStore.open(database, "b", SchemaMode.VALIDATE);
      TestBooks books = new TestBooks(store, Clock.systemUTC());
      books.pay(scope, "0.65", "key", Charge.Kind.CHARGED);
      books.pay(scope, "0.02", null, Charge.Kind.UNKNOWN);
      assertThat(books.refused(scope, "0.65", null).remainingUsd()).isEqualByComparingTo("0.33");
      assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.65");
      // What a tool has made is what the store itself would go on from.
      JdbcSpendStore.open(database, "b").close();
    }
  }
}
