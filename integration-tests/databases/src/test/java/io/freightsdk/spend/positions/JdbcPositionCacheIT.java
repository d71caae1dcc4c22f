package io.freightsdk.spend.positions;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A position cache in H2. Subclasses run the tests with other databases. */
@Timeout(300)
class JdbcPositionCacheIT {
  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00.123456Z");

  private TestDatabase database =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

  final void use(TestDatabase other) {
    database = other;
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  @Test
  void positionIsReadBackUnchangedAndReplacedByTheNext() {
    JdbcPositionCache cache = open();
    String key = key();
    assertThat(cache.get(key)).isNull();

    cache.put(key, reading(3, NOON));
    assertThat(cache.get(key)).isEqualTo(reading(3, NOON));
    cache.put(key, reading(5, NOON.plusSeconds(60)));
    assertThat(cache.get(key)).isEqualTo(reading(5, NOON.plusSeconds(60)));
  }

  /** Otherwise no position would be shared until the other clocks have caught up. */
  @Test
  void positionFromTheFutureIsReplaced() {
    JdbcPositionCache cache = open();
    String key = key();
    cache.put(key, reading(3, NOON.plus(Duration.ofDays(1))));
    cache.put(key, reading(4, NOON));

    assertThat(cache.get(key)).isEqualTo(reading(4, NOON));
  }

  @Test
  void processesWithOneAgentKeyShareAPosition() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient first = client(server, broker.agentKey(), open());
          FreightClient second = client(server, broker.agentKey(), open());
          FreightClient other = client(server, broker.newKey(), open())) {
        String load = first.createLoad(SampleLoads.twoStops()).loadNumber();
        CallOptions shared = CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();

        first.getLoadPosition(load, shared);
        second.getLoadPosition(load, shared);
        assertThat(reads(broker, load)).isOne();

        other.getLoadPosition(load, shared);
        assertThat(reads(broker, load)).isEqualTo(2);
      }
    }
  }

  private static long reads(Broker broker, String load) {
    return broker.debitsFor(load).stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .count();
  }

  @Test
  void purgeDeletesPositionsReadBeforeATime() {
    JdbcPositionCache cache = open();
    String old = key();
    String young = key();
    cache.put(old, reading(2, NOON));
    cache.put(young, reading(2, NOON.plusSeconds(1)));

    cache.purge(NOON.plusSeconds(1));

    assertThat(cache.get(old)).isNull();
    assertThat(cache.get(young)).isNotNull();
  }

  @Test
  void loadNumbersAreCaseSensitive() {
    JdbcPositionCache cache = open();
    String key = key();
    cache.put(key + ":ld-1", reading(2, NOON));
    cache.put(key + ":LD-1", reading(3, NOON));

    assertThat(cache.get(key + ":ld-1")).isEqualTo(reading(2, NOON));
    assertThat(cache.get(key + ":LD-1")).isEqualTo(reading(3, NOON));
  }

  @Test
  void timeSkippedByDaylightSavingIsReadBack() {
    JdbcPositionCache cache = open();
    String key = key();
    Instant inTheGap = Instant.parse("2026-03-08T08:30:00Z");
    cache.put(key, reading(2, inTheGap));
    assertThat(cache.get(key)).isEqualTo(reading(2, inTheGap));
    cache.put(key, reading(2, Instant.EPOCH));
    assertThat(cache.get(key)).isEqualTo(reading(2, Instant.EPOCH));
  }

  private JdbcPositionCache open() {
    JdbcPositionCache.createTables(database);
    return JdbcPositionCache.open(database);
  }

  private static String key() {
    return "freight:acme:" + UUID.randomUUID();
  }

  private static FreightClient client(
      InMemoryFreightServer server, String agentKey, JdbcPositionCache cache) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(agentKey)
        .positionCache(cache)
        .build();
  }

  private static PositionSnapshot reading(int fixes, Instant readAt) {
    return new PositionSnapshot(LoadPositions.moving("LD-2026-0001", NOON, fixes), readAt);
  }
}
