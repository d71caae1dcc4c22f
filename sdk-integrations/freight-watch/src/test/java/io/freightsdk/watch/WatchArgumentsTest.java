package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.FreightClient;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testsupport.NamedNulls;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An argument that is null, or that no URL can carry, is refused by its name before a read. */
class WatchArgumentsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final FreightClient client =
      FreightClient.builder()
          .baseUrl("http://127.0.0.1:1")
          .agentKey("agentkey-0123456789abcdef")
          .spendGuard(SpendLedger.inMemory().guard())
          .build();
  private final FreightWatches watches = FreightWatches.of(client);

  @AfterEach
  void close() {
    watches.close();
    client.close();
  }

  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    NamedNulls.of(FreightWatches.class)
        .with(FreightClient.class, () -> client)
        .with(LoadWatch.class, () -> watches.watch("LD-1", WatchOptions.DEFAULT))
        .with(FleetWatch.class, this::fleet)
        .with(PositionCache.class, () -> null)
        .with(FleetStore.class, WatchArgumentsTest::store)
        .with(DataSource.class, WatchArgumentsTest::database)
        .areRefused();
  }

  private static FleetStore store() {
    return FleetStore.jdbc(database(), "acme");
  }

  private static JdbcDataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:arguments;DB_CLOSE_DELAY=-1");
    return database;
  }

  private FleetWatch fleet() {
    return watches.watchFleet(FleetOptions.builder().budget("1.00", HOUR).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "a/b", "LD-\ud800"})
  void whatNoUrlCanCarryIsNotWatched(String loadNumber) {
    assertThat(catchThrowable(() -> watches.watch(loadNumber, WatchOptions.DEFAULT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loadNumber");
  }
}
