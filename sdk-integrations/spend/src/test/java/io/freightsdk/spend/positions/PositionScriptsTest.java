package io.freightsdk.spend.positions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.testing.MigrationTools;
import io.freightsdk.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The script of the jar, run by Flyway and Liquibase. On servers, the cache only checks its table.
 */
class PositionScriptsTest {
  private static final String POSITIONS = "io/freightsdk/spend/positions/";

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void flywayCreatesTheTable(EmptyDatabase kind) throws Exception {
    String url = kind.make();
    assertNothingIsThere(kind, url);
    MigrationTools.flyway(url, POSITIONS + kind.folder);
    assertRemembers(url);
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void migrationsOfTheApplicationContinueAfterOurs(EmptyDatabase kind, @TempDir Path own)
      throws Exception {
    String url = kind.make();
    MigrationTools.flywayBesideOwn(url, POSITIONS + kind.folder, own);
    assertRemembers(url);
  }

  @Tag("slow") // starts Liquibase; Flyway runs the same script
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void liquibaseCreatesTheTable(EmptyDatabase kind, @TempDir Path folder) throws Exception {
    String url = kind.make();
    MigrationTools.liquibase(url, POSITIONS + kind.folder + "/R__freight_position.sql", folder);
    assertRemembers(url);
  }

  private static void assertNothingIsThere(EmptyDatabase kind, String url) throws Exception {
    if (kind == EmptyDatabase.H2) return;
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> JdbcPositionCache.open(database))
          .withMessage(
              "position cache: missing or not readable: freight_position of the script"
                  + String.format(
                      Locale.ROOT,
                      " io/freightsdk/spend/positions/%s/R__freight_position.sql in"
                          + " freight-spend; run the script, or",
                      kind.folder)
                  + " call JdbcPositionCache.createTables");
    }
  }

  private static void assertRemembers(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      JdbcPositionCache cache = JdbcPositionCache.open(database);
      LoadPosition position = LoadPositions.moving("LD-1", Instant.EPOCH, 1);
      cache.put("LD-1", new PositionSnapshot(position, Instant.EPOCH));
      // The cache accepts the tables of the tool as its own.
      JdbcPositionCache.createTables(database);
      assertThat(JdbcPositionCache.open(database).get("LD-1")).isNotNull();
    }
  }
}
