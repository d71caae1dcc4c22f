package io.freightsdk.spend.positions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.BreakableDatabase.Hang;
import io.freightsdk.testing.Concurrent;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.FailingDriver;
import io.freightsdk.testing.FailingDriver.Failure;
import io.freightsdk.testing.FailingDriver.How;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * If the database fails or does not respond, positions are not shared, but no paid position is
 * lost.
 */
@Timeout(120) // a database that hangs never answers
class PositionsWithoutDatabaseIT {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

  private static PositionSnapshot reading(int fixes) {
    Instant noon = Instant.parse("2026-03-02T12:00:00Z");
    return new PositionSnapshot(LoadPositions.moving("LD-1", noon, fixes), noon);
  }

  @ParameterizedTest
  @EnumSource(names = {"CONNECTION", "STATEMENT"})
  @Concurrent
  void readContinuesWithoutTheCacheAfterTwoSeconds(Hang hang) throws Exception {
    try (BreakableDatabase database = new BreakableDatabase()) {
      JdbcPositionCache cache = JdbcPositionCache.open(database.dataSource());
      cache.put("LD-1", reading(2));
      database.hold(hang);
      String why =
          hang == Hang.CONNECTION
              ? "position cache: the data source returned no connection within 2.0 s"
              : "position cache: the database did not respond within 2.0 s";
      assertThatIllegalStateException()
          .isThrownBy(() -> cache.get("LD-1"))
          .withMessageStartingWith(why);
      assertThatIllegalStateException()
          .isThrownBy(() -> cache.put("LD-1", reading(3)))
          .withMessageStartingWith(why);
      assertThat(database.waiting()).as("the database still hangs").isPositive();

      database.letGo();
      cache.put("LD-2", reading(4));
      assertThat(cache.get("LD-2")).isEqualTo(reading(4));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  @Concurrent
  void cacheWorksAfterAnyFailureOfADriver(Failure failure) throws Exception {
    try (FailingDriver driver = new FailingDriver()) {
      JdbcPositionCache cache = JdbcPositionCache.open(driver.dataSource());
      for (How how : How.values()) {
        int call = 0;
        boolean isMet;
        do {
          driver.failAt(++call, failure, how);
          tryTo(() -> cache.put("LD-1", reading(2)));
          tryTo(() -> cache.get("LD-1"));
          isMet = driver.heal() != null;
          cache.put("LD-1", reading(3));
          assertThat(cache.get("LD-1")).isEqualTo(reading(3));
        } while (isMet);
      }
    }
  }

  private static void tryTo(Runnable use) {
    try {
      use.run();
    } catch (IllegalStateException failed) {
      assertThat(failed).hasMessageStartingWith("position cache: ");
    }
  }

  /** The failure is logged with all its causes. */
  @Test
  @Concurrent
  void failureDoesNotShowAPosition() throws Exception {
    String url = EmptyDatabase.H2.make();
    try (TestDatabase database = new TestDatabase(url)) {
      JdbcPositionCache cache = JdbcPositionCache.open(database);
      EmptyDatabase.execute(url, "DROP TABLE freight_position");
      Throwable failure = catchThrowable(() -> cache.put("LD-1", reading(2)));
      assertThat(failure).hasMessageContaining("SQL state 42S04");
      assertThat(Throwables.getStackTrace(failure)).doesNotContain("LD-1").doesNotContain("Corbin");
    }
  }

  @Test
  @Concurrent
  void positionIsReadAndPaidOnceWithoutTheDatabase() throws Exception {
    try (BreakableDatabase database = new BreakableDatabase();
        InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .positionCache(JdbcPositionCache.open(database.dataSource()))
              .build()) {
        String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
        database.makeUnavailable();
        FreightResponse<LoadPosition> read = client.withResponse().getLoadPosition(load, SHARED);
        assertThat(read.charge().kind()).isEqualTo(Charge.Kind.CHARGED);
        assertThat(client.withResponse().getLoadPosition(load, SHARED).charge().kind())
            .isEqualTo(Charge.Kind.NONE);
      }
    }
  }
}
