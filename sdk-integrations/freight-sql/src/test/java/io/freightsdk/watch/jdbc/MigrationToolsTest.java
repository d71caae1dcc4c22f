package io.freightsdk.watch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testsupport.AlsoThorough;
import io.freightsdk.testsupport.EmptyDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
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

/** The script of the jar, run by the tools it is named for; the cache then only looks. */
@AlsoThorough("on PostgreSQL and MariaDB")
class MigrationToolsTest {
  private static final String POSITIONS = "io/freightsdk/watch/jdbc/";

  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.EmptyDatabase#ofThisBuild")
  void flywayMakesTheTable(EmptyDatabase kind) throws Exception {
    String url = kind.make();
    assertNothingIsThere(url);
    for (int run = 0; run < 2; run++) migrate(url, "classpath:" + POSITIONS + kind.folder);
    assertRemembers(url);
  }

  /** A script of ours with a number would have to come before it, for ever. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.EmptyDatabase#ofThisBuild")
  void aServicesOwnMigrationsGoOnAfterOurs(EmptyDatabase kind, @TempDir Path own) throws Exception {
    String url = kind.make();
    String[] folders = {"filesystem:" + own, "classpath:" + POSITIONS + kind.folder};
    Files.writeString(own.resolve("V1__orders.sql"), "CREATE TABLE orders (id INTEGER);");
    migrate(url, folders);
    Files.writeString(own.resolve("V2__paid.sql"), "ALTER TABLE orders ADD COLUMN paid INTEGER;");
    migrate(url, folders);
    EmptyDatabase.execute(url, "INSERT INTO orders (id, paid) VALUES (1, 1)");
    assertRemembers(url);
  }

  private static void migrate(String url, String... folders) {
    Flyway.configure().dataSource(url, user(url), null).locations(folders).load().migrate();
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.EmptyDatabase#ofThisBuild")
  void liquibaseMakesTheTable(EmptyDatabase kind, @TempDir Path folder) throws Exception {
    String url = kind.make();
    Files.writeString(
        folder.resolve("changes.xml"),
        """
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
          <changeSet id="freight-positions-1" author="us">
            <sqlFile path="%s%s/R__freight_position.sql"/>
          </changeSet>
        </databaseChangeLog>
        """
            .formatted(POSITIONS, kind.folder));
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
    assertRemembers(url);
  }

  private static String user(String url) {
    return url.startsWith("jdbc:h2") ? "" : "freight";
  }

  private static void assertNothingIsThere(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> JdbcPositionCache.open(database, "acme", SchemaMode.VALIDATE));
    }
  }

  private static void assertRemembers(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      JdbcPositionCache cache = JdbcPositionCache.open(database, "acme", SchemaMode.VALIDATE);
      LoadPosition position = LoadPositions.moving("LD-1", Instant.EPOCH, 1);
      cache.put("LD-1", new PositionReading(position, Instant.EPOCH));
      // What a tool has made is what the cache itself would go on from.
      assertThat(JdbcPositionCache.open(database, "acme").get("LD-1")).isNotNull();
    }
  }
}
