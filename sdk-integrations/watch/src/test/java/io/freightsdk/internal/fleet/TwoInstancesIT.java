package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.client.ClientSettings;
import io.freightsdk.internal.watch.AlarmClock;
import io.freightsdk.internal.watch.ReadGate;
import io.freightsdk.internal.watch.VirtualTime;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.LoadEvent.EtaMoved;
import io.freightsdk.watch.LoadEvent.Moved;
import io.freightsdk.watch.WatchOptions;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A day of a service with instances that share one database, at the whole service: five trucks that
 * drive from Cincinnati to Sevierville in 260 minutes, one after another; each minute a fix. One
 * virtual time; each read is made when it is due, and has ended before time goes on. Days that are
 * compared begin at the same time: estimates move by steps of the clock, so how many are told
 * depends on when the trucks left. Figures are printed.
 */
@Timeout(600)
class TwoInstancesIT {
  private static final int LOADS = 5;
  private static final int MINUTES = 7 * 60;
  private static final int DRIVE = 260;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final BigDecimal PRICE = new BigDecimal("0.02");
  private static final Instant MORNING = Instant.parse("2026-03-02T11:00:00Z");

  /**
   * What a day came to.
   *
   * @param fleets reads that instances of the fleet have paid
   * @param visitors reads that visitors of a page have paid
   */
  private record Day(long fleets, long visitors, List<LoadEvent> events) {
    List<String> told() {
      return events.stream().map(LoadEvent::toString).toList();
    }

    /** Without places and estimates: which of them a read meets depends on its moment. */
    List<String> onTheRoad() {
      return events.stream()
          .filter(event -> !(event instanceof EtaMoved) && !(event instanceof Moved))
          .map(SharedFleetContract::fact)
          .toList();
    }

    /** Each estimate that is told of a load goes on from the one that was told before. */
    void assertNoEstimateIsMissing() {
      Map<String, Instant> last = new HashMap<>();
      for (LoadEvent event : events) {
        if (!(event instanceof EtaMoved moved)) continue;
        Instant before = last.put(moved.loadNumber(), moved.to());
        if (before == null || moved.from() == null) continue;
        assertThat(step(moved.from())).as("%s after %s", moved, before).isEqualTo(step(before));
      }
      assertThat(last).hasSize(LOADS);
    }

    private static long step(Instant estimate) {
      return Math.floorDiv(
          estimate.getEpochSecond(), WatchOptions.builder().build().etaStep().toSeconds());
    }
  }

  @Test
  void twoInstancesPayWhatOnePaysAndTellEachEventOnce() throws Exception {
    Day one = day(MORNING, 1, true, 0, 0);
    Day two = day(MORNING, 2, true, 0, 0);

    print("one instance", one);
    print("two instances", two);
    assertThat(two.fleets).isEqualTo(one.fleets);
    assertThat(two.told()).containsExactlyElementsOf(one.told());
    assertThat(one.told()).hasSizeGreaterThan(60).doesNotHaveDuplicates();
    one.assertNoEstimateIsMissing();
    assertThat(Files.readString(Path.of("../../docs/watching.md")).replace('\n', ' '))
        .contains(
            "one instance paid %d reads, %s USD, and two instances %d;"
                .formatted(one.fleets, PRICE.multiply(new BigDecimal(one.fleets)), two.fleets));
  }

  /** Seconds at which an estimate lies at another place between two steps of the clock. */
  @ParameterizedTest
  @ValueSource(doubles = {59.9, 892.001})
  void whenTheDayBeginsMakesNoDifferenceBetweenOneInstanceAndTwo(double later) throws Exception {
    Instant start = MORNING.plusMillis(Math.round(later * 1000));

    Day one = day(start, 1, true, 0, 0);
    Day two = day(start, 2, true, 0, 0);

    assertThat(two.fleets).isEqualTo(one.fleets);
    assertThat(two.told()).containsExactlyElementsOf(one.told());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 330})
  void noEstimateIsMissingWhenTheOtherInstanceTakesOverOnTheRoad(int minute) throws Exception {
    Day one = day(MORNING, 1, true, 0, 0);
    Day two = day(MORNING, 2, true, 0, minute);

    two.assertNoEstimateIsMissing();
    assertThat(two.told()).doesNotHaveDuplicates();
    assertThat(two.onTheRoad()).containsExactlyInAnyOrderElementsOf(one.onTheRoad());
  }

  @Test
  void whatVisitorsOfAPageHavePaidTheFleetDoesNotPayAgain() throws Exception {
    Day apart = day(MORNING, 2, false, 10, 0);
    Day together = day(MORNING, 2, true, 10, 0);

    print("two instances and visitors, without a shared cache", apart);
    print("two instances and visitors", together);
    assertThat(together.visitors).isLessThan(apart.visitors);
    assertThat(together.fleets).isLessThan(apart.fleets / 2);
    assertThat(together.events.stream().filter(Delivered.class::isInstance))
        .hasSize(LOADS)
        .doesNotHaveDuplicates();
  }

  private static void print(String what, Day day) {
    System.out.printf(
        "%s: %d paid reads of the fleet, %d of visitors, %d events%n",
        what, day.fleets, day.visitors, day.events.size());
  }

  /**
   * @param shares whether clients have a position cache in common
   * @param visitEvery minutes after which a page of each load is opened; 0 for never
   * @param leaderEnds after which minute the instance that leads is closed; 0 for never
   */
  private static Day day(
      Instant start, int instances, boolean shares, int visitEvery, int leaderEnds)
      throws Exception {
    try (InMemoryFreightServer server =
            InMemoryFreightServer.builder().clockStart(start).seed(1).frozenClock().start();
        TestDatabase database =
            new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")) {
      Broker broker = server.createBroker("1000.00");
      VirtualTime time = new VirtualTime(server.clock().now());
      SpendLedger ledger = SpendLedger.inMemory(time);
      FreightClientBuilder builder =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .clock(time)
              .spendGuard(ledger.guard());
      if (shares) builder.positionCache(JdbcPositionCache.open(database));
      FleetOptions options =
          FleetOptions.builder()
              .budgetPerDay("10.00")
              .watch(
                  WatchOptions.builder()
                      .floor(Duration.ofMinutes(2))
                      .deliverOn(Runnable::run)
                      .build())
              .build();
      List<FreightClient> clients = new ArrayList<>();
      List<Fleet> fleets = new ArrayList<>();
      List<LoadEvent> told = new ArrayList<>();
      FreightClient visitor = again(builder, ledger, shares, database);
      clients.add(visitor);
      for (int i = 0; i < instances; i++) {
        FreightClient client = again(builder, ledger, shares, database);
        clients.add(client);
        Fleet fleet = fleet(client, time, options, FleetTables.open(database, "acme", true));
        CompletableFuture<Void> unused = fleet.listen(told::add);
        fleets.add(fleet);
      }
      List<String> loads = new ArrayList<>();
      for (int i = 0; i < LOADS; i++) {
        String load = visitor.createLoad(Loads.twoStops()).loadNumber();
        loads.add(load);
        fleets.forEach(fleet -> fleet.add(load, Loads.twoStops()));
      }
      long visits = 0;
      CallOptions page = CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();
      for (int minute = 1; minute <= MINUTES; minute++) {
        server.clock().advance(MINUTE);
        for (int i = 0; i < LOADS; i++) {
          double part = Math.min(1, Math.max(0, (minute - 60.0 - 7 * i) / DRIVE));
          server
              .driver(loads.get(i))
              .ping(39.1006 + part * (35.8681 - 39.1006), -84.5095 + part * (-83.5619 + 84.5095));
          if (part == 1) deliver(visitor, server, loads.get(i));
        }
        time.advance(MINUTE);
        if (minute == leaderEnds) {
          fleets.stream().filter(Fleet::leads).toList().forEach(Fleet::close);
        }
        if (visitEvery > 0 && minute % visitEvery == 0) {
          for (String load : loads) {
            FreightResponse<LoadPosition> seen = visitor.withResponse().getLoadPosition(load, page);
            visits += seen.attempts();
          }
        }
      }
      long paid =
          broker.debits().stream()
              .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
              .count();
      fleets.forEach(Fleet::close);
      clients.forEach(FreightClient::close);
      return new Day(paid - visits, visits, told);
    }
  }

  private static void deliver(FreightClient client, InMemoryFreightServer server, String load) {
    if (server.driver(load).status() == LoadStatus.AT_DELIVERY) {
      client.confirmDelivery(load);
    }
  }

  private static FreightClient again(
      FreightClientBuilder builder, SpendLedger ledger, boolean shares, TestDatabase database) {
    FreightClientBuilder own = builder.spendGuard(ledger.guard());
    if (shares) own.positionCache(JdbcPositionCache.open(database));
    return own.build();
  }

  /** An instance whose calls end before time goes on. */
  private static Fleet fleet(
      FreightClient client, VirtualTime time, FleetOptions options, FleetTables tables) {
    WatchWorld.Reads wire = WatchWorld.Reads.of(client, Runnable::run);
    WatchWorld.Reads reads =
        new WatchWorld.Reads() {
          @Override
          public CompletableFuture<FreightResponse<LoadPosition>> read(
              String loadNumber, CallOptions call) {
            return CompletableFuture.completedFuture(wire.read(loadNumber, call).join());
          }

          @Override
          public CompletableFuture<BigDecimal> balanceUsd() {
            return CompletableFuture.completedFuture(wire.balanceUsd().join());
          }

          @Override
          public CompletableFuture<BigDecimal> readPriceUsd() {
            return CompletableFuture.completedFuture(wire.readPriceUsd().join());
          }
        };
    WatchWorld.Budgets budgets =
        WatchWorld.Budgets.of((LedgerGuard) ClientSettings.guard(client), Runnable::run);
    WatchWorld world =
        new WatchWorld(
            reads,
            budgets,
            new AlarmClock(time, time, Runnable::run),
            new ReadGate(8),
            RetryPolicy.standard(),
            Runnable::run);
    return new Fleet(options, world, tables);
  }
}
