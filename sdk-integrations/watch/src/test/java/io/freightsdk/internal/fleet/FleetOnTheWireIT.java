package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A fleet against the whole service, whose clock the test moves. */
@Timeout(300)
class FleetOnTheWireIT {
  private static final Duration DAY = Duration.ofDays(1);

  /** By how much the clock moves at once. */
  private static final Duration STEP = Duration.ofMinutes(5);

  private final List<LoadEvent> events = new CopyOnWriteArrayList<>();
  private final List<FreightWatches> opened = new ArrayList<>();
  private InMemoryFreightServer server;
  private SpendLedger ledger;
  private Broker broker;
  private FreightClient client;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.builder().frozenClock().start();
    broker = server.createBroker("1000.00");
    ledger = SpendLedger.inMemory(server.clock().asClock());
    client = client();
  }

  @AfterEach
  void stop() {
    opened.forEach(FreightWatches::close);
    client.close();
    server.close();
  }

  @Test
  void aMovedClockMovesTheFleet() {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    FleetWatch fleet = watches(client, server.clock().asClock()).watchFleet(budget("5.00").build());
    fleet.add(load);
    fleet.listen(events::add);
    server.driver(load).driveUntil(LoadStatus.DELIVERED);

    advanceUntil(client, () -> events.stream().anyMatch(Delivered.class::isInstance));

    assertThat(fleet.loads()).isEmpty();
  }

  @Test
  void theServicesLedgerNeverShowsMoreThanTheBudgetThoughFleetsEndAndBegin() {
    List<String> loads = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      loads.add(client.createLoad(Loads.twoStops()).loadNumber());
    }
    // A bound so tight that the budget never pays for it.
    FleetOptions options = budget("0.40").longestUnread(Duration.ofMinutes(5)).build();
    for (int life = 0; life < 4; life++) {
      try (FreightClient one = client()) {
        FleetWatch fleet = watches(one, server.clock().asClock()).watchFleet(options);
        loads.forEach(fleet::add);
        fleet.listen(events::add);
        int enough = reads().size() + 6;
        advanceUntil(one, () -> reads().size() >= enough);
        fleet.close();
        // What the service takes in for a client that is gone would be of no known time.
        Eventually.until(() -> Activity.of(one).calls() == 0, () -> "a read does not end");
      }
    }

    List<LedgerEntry> reads = reads();
    assertThat(reads).hasSizeGreaterThanOrEqualTo(18);
    for (LedgerEntry first : reads) {
      // A read that begins as time moves is charged a step later than our ledger has counted it.
      Instant end = first.at().plus(DAY).minus(STEP);
      BigDecimal spent =
          reads.stream()
              .filter(entry -> !entry.at().isBefore(first.at()) && entry.at().isBefore(end))
              .map(entry -> entry.amountUsd().abs())
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      assertThat(spent).isLessThanOrEqualTo(new BigDecimal("0.40"));
    }
  }

  @Test
  void closingTheWatchesCompletesTheStream() throws Exception {
    FreightWatches watches = watches(client, server.clock().asClock());
    FleetWatch fleet = watches.watchFleet(budget("1.00").build());
    CompletableFuture<Void> listening = fleet.listen(events::add);

    watches.close();

    listening.get(60, TimeUnit.SECONDS);
  }

  private FreightClient client() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .clock(server.clock().asClock())
        .spendGuard(ledger.guard())
        .build();
  }

  private static FleetOptions.Builder budget(String usd) {
    return FleetOptions.builder()
        .budgetPerDay(usd)
        .watch(WatchOptions.builder().floor(Duration.ofMinutes(2)).build());
  }

  /**
   * Moves time in steps, while no read is known to be on its way: one that took hours would be in
   * another day of the service's ledger than of ours. One that begins at this moment is met by a
   * single step, because the next one waits for its end.
   */
  private void advanceUntil(FreightClient reader, BooleanSupplier done) {
    Eventually.until(
        () -> {
          if (Activity.of(reader).calls() > 0) return false;
          server.clock().advance(STEP);
          return done.getAsBoolean();
        },
        () -> "at " + server.clock().now() + ": " + reads().size() + " reads, " + events.size());
  }

  private List<LedgerEntry> reads() {
    return broker.debits().stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .toList();
  }

  private FreightWatches watches(FreightClient of, Clock clock) {
    FreightWatches watches = FreightWatches.of(of, clock);
    opened.add(watches);
    return watches;
  }
}
