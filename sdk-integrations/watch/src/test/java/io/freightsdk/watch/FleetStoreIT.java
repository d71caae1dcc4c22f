package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.MigrationTools;
import io.freightsdk.testing.StartsAtOnce;
import io.freightsdk.testing.TestDatabase;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of fleets: who makes them, and what a store says that has none. */
class FleetStoreIT {
  private static final String SCRIPTS = "io/freightsdk/watch/";

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.StartsAtOnce#starts")
  void whoeverStartsAtOnceOnAnEmptyDatabaseStarts(EmptyDatabase kind, int starters)
      throws Exception {
    StartsAtOnce.on(
        kind,
        starters,
        database -> use(FleetStore.jdbc(database, "acme", SchemaMode.CREATE), "LD-1"));
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void flywayMakesTheTablesAndAServicesOwnMigrationsGoOn(EmptyDatabase kind, @TempDir Path own)
      throws Exception {
    String url = kind.make();
    assertNothingIsThere(url);
    MigrationTools.flywayBesideOwn(url, SCRIPTS + kind.folder, own);
    assertWorks(url);
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void liquibaseMakesTheTables(EmptyDatabase kind, @TempDir Path folder) throws Exception {
    String url = kind.make();
    MigrationTools.liquibase(url, SCRIPTS + kind.folder + "/R__freight_fleet.sql", folder);
    assertWorks(url);
  }

  @Test
  void anAccountThatCannotBeNamedIsRefused() throws Exception {
    try (TestDatabase database = new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID())) {
      assertThatThrownBy(() -> FleetStore.jdbc(database, "a b"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("account");
    }
  }

  private static void assertNothingIsThere(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatThrownBy(() -> FleetStore.jdbc(database, "acme", SchemaMode.VALIDATE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("freight_fleet, freight_fleet_load")
          .hasMessageContaining("R__freight_fleet.sql")
          .hasMessageContaining("SchemaMode.CREATE");
    }
  }

  private static void assertWorks(String url) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      use(FleetStore.jdbc(database, "acme", SchemaMode.VALIDATE), "LD-1");
      use(FleetStore.jdbc(database, "acme"), "LD-1");
    }
  }

  /** A fleet that nobody listens to: another process may run it. */
  private static void use(FleetStore store, String load) {
    try (FreightClient client =
            FreightClient.builder()
                .baseUrl("http://127.0.0.1:1")
                .agentKey("agentkey-0123456789abcdef")
                .spendGuard(SpendLedger.inMemory().guard())
                .build();
        FreightWatches watches = FreightWatches.of(client)) {
      FleetWatch fleet =
          watches.watchFleet(FleetOptions.builder().budgetPerDay("1.00").store(store).build());
      fleet.add(load);
      assertThat(fleet.loads()).containsExactly(load);
      assertThat(fleet.leads()).isFalse();
    }
  }
}
