package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.FreightClient;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ManyCallers;
import io.freightsdk.testsupport.ChildJvm;
import io.freightsdk.testsupport.Thorough;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that share paid reads through Hazelcast as their JSR-107 cache. */
@Timeout(300)
@Thorough("starts a cluster of processes")
class FleetReadsTest {
  private final String cluster = UUID.randomUUID().toString();
  private HazelcastMember first;
  private InMemoryFreightServer server;
  private Broker broker;
  private String load;

  @BeforeEach
  void start() {
    first = new HazelcastMember(cluster, null);
    server = InMemoryFreightServer.start();
    broker = server.createBroker("25.00");
    try (FreightClient client = client(null)) {
      load = client.createLoad(Loads.twoStops()).loadNumber();
    }
  }

  @AfterEach
  void stop() {
    server.close();
    first.close();
  }

  @Test
  void twoMembersOfOneClusterThatReadAtOnceMakeOnePaidReadEachAtMost() throws Exception {
    try (HazelcastMember second = new HazelcastMember(cluster, first.address());
        FreightClient here = client(new JCachePositionCache(first.cache()));
        FreightClient there = client(new JCachePositionCache(second.cache()));
        ManyCallers callersHere = new ManyCallers(500);
        ManyCallers callersThere = new ManyCallers(500)) {
      assertThat(second.members()).isEqualTo(2);
      List<Future<LoadPosition>> readHere =
          callersHere.lineUp(() -> here.getLoadPosition(load, FleetReader.SHARED));
      List<Future<LoadPosition>> readThere =
          callersThere.lineUp(() -> there.getLoadPosition(load, FleetReader.SHARED));

      callersHere.start();
      callersThere.start();

      LoadPosition position = ManyCallers.results(readHere).get(0);
      assertThat(ManyCallers.results(readThere)).allMatch(position::equals);
      assertThat(paidReads()).isBetween(1L, 2L);
    }
  }

  @Test
  void twoProcessesThatReadAtOnceMakeOnePaidReadEachAtMost() throws Exception {
    Process other = startAnotherProcess();
    try (FreightClient here = client(new JCachePositionCache(first.cache()));
        ManyCallers callers = new ManyCallers(FleetReader.THREADS);
        BufferedReader said =
            new BufferedReader(
                new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
      List<Future<LoadPosition>> calls =
          callers.lineUp(() -> here.getLoadPosition(load, FleetReader.SHARED));
      assertThat(said.readLine()).isEqualTo("ready with 2 members");

      other.getOutputStream().write('\n');
      other.getOutputStream().flush();
      callers.start();

      assertThat(ManyCallers.results(calls)).hasSize(FleetReader.THREADS);
      assertThat(said.readLine()).isEqualTo("read " + FleetReader.THREADS);
      assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(paidReads()).isBetween(1L, 2L);
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void whatOneProcessHasReadTheOtherTakes() throws Exception {
    try (HazelcastMember second = new HazelcastMember(cluster, first.address());
        FreightClient here = client(new JCachePositionCache(first.cache()));
        FreightClient there = client(new JCachePositionCache(second.cache()))) {
      LoadPosition position = here.getLoadPosition(load, FleetReader.SHARED);

      assertThat(there.getLoadPosition(load, FleetReader.SHARED)).isEqualTo(position);
      assertThat(paidReads()).isOne();
    }
  }

  @Test
  void anAccountByNameFindsItsPositionsUnderANewAgentKey() {
    PositionCache cache = new JCachePositionCache(first.cache(), "acme");
    try (FreightClient before = client(cache)) {
      before.getLoadPosition(load, FleetReader.SHARED);
    }
    try (FreightClient after =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.newKey())
            .positionCache(cache)
            .build()) {
      after.getLoadPosition(load, FleetReader.SHARED);
    }
    assertThat(paidReads()).isOne();
  }

  @Test
  void anotherAccountOverTheSameCacheSeesNothingOfIt() {
    Broker stranger = server.createBroker("25.00");
    PositionCache cache = new JCachePositionCache(first.cache());
    try (FreightClient owner = client(cache);
        FreightClient other =
            FreightClient.builder()
                .baseUrl(server.baseUrl())
                .agentKey(stranger.agentKey())
                .positionCache(cache)
                .build()) {
      owner.getLoadPosition(load, FleetReader.SHARED);

      assertThat(catchThrowable(() -> other.getLoadPosition(load, FleetReader.SHARED)))
          .isInstanceOf(PermissionDeniedException.class);
    }
  }

  private FreightClient client(PositionCache cache) {
    var builder = FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
    return cache == null ? builder.build() : builder.positionCache(cache).build();
  }

  private long paidReads() {
    return broker.debitsFor(load).stream()
        .filter(entry -> entry.operation().id().equals("getLoadPosition"))
        .count();
  }

  private Process startAnotherProcess() throws Exception {
    return new ProcessBuilder(
            ChildJvm.program(
                FleetReader.class,
                cluster,
                first.address(),
                server.baseUrl(),
                broker.agentKey(),
                load))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
