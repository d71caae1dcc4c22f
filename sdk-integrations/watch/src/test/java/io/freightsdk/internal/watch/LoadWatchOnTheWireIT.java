package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.BudgetSpent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import io.freightsdk.watch.LoadEvent.StatusChanged;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LoadWatchOnTheWireIT {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SpendLedger ledger = SpendLedger.inMemory();
  private final List<FreightWatches> opened = new ArrayList<>();
  private InMemoryFreightServer server;
  private Broker broker;
  private FreightClient client;
  private String load;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("25.00");
    client = client();
    load = client.createLoad(Loads.twoStops()).loadNumber();
  }

  @AfterEach
  void stop() {
    opened.forEach(FreightWatches::close);
    client.close();
    server.close();
  }

  @Test
  void aLoopOverTheEventsSeesTheLoadDeliveredAndPaysForItsReadsOnly() {
    LoadWatch watch = watches(client).watch(load, everySecond().build());
    List<LoadEvent> events = new ArrayList<>();
    for (LoadEvent event : watch) {
      if (event instanceof FirstSeen) {
        server.driver(load).driveUntil(LoadStatus.DELIVERED);
      }
      events.add(event);
    }

    assertThat(events).last().isInstanceOf(Delivered.class);
    assertThat(events)
        .filteredOn(StatusChanged.class::isInstance)
        .extracting(event -> ((StatusChanged) event).to())
        .containsExactly(LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED);
    assertThat(watch.paidReads()).isEqualTo(2);
    assertThat(paidReads()).isEqualTo(2);
    assertThat(watch.spentUsd()).isEqualByComparingTo("0.04");
  }

  @Test
  void aBudgetThatEndsIsSaidAndTheServerIsPaidNoMore() throws Exception {
    List<LoadEvent> events = new ArrayList<>();
    watches(client)
        .watch(load, everySecond().budget(new BigDecimal("0.05")).build())
        .listen(events::add)
        .get(60, TimeUnit.SECONDS);

    assertThat(events)
        .last()
        .isInstanceOfSatisfying(
            BudgetSpent.class,
            spent -> {
              assertThat(spent.paidReads()).isEqualTo(2);
              assertThat(spent.spentUsd()).isEqualByComparingTo("0.04");
            });
    assertThat(paidReads()).isEqualTo(2);
  }

  @Test
  void aBudgetIsSharedByTheWatchesOfALoadAndOutlivesThem() throws Exception {
    WatchOptions options = everySecond().budget("0.05").build();
    List<LoadEvent> events = new ArrayList<>();
    watches(client).watch(load, options).listen(event -> {}).get(60, TimeUnit.SECONDS);

    try (FreightClient restarted = client()) {
      watches(restarted).watch(load, options).listen(events::add).get(60, TimeUnit.SECONDS);
    }

    assertThat(events).hasExactlyElementsOfTypes(BudgetSpent.class);
    assertThat(paidReads()).isEqualTo(2);
  }

  @Test
  void tenThousandWatchesHaveNoThreadEachAndShareOnePaidRead() {
    int watches = 10_000;
    WatchOptions options =
        WatchOptions.builder()
            .plan(PollPlan.every(Duration.ofHours(1)))
            // Longer than it takes to open as many.
            .callOptions(CallOptions.builder().maxAge(Duration.ofHours(1)).build())
            .build();
    int threadsBefore = Thread.activeCount();
    AtomicInteger seen = new AtomicInteger();
    List<CompletableFuture<Void>> listening = new ArrayList<>();
    FreightWatches ofTheClient = watches(client);
    for (int i = 0; i < watches; i++) {
      listening.add(
          ofTheClient
              .watch(load, options)
              .listen(
                  event -> {
                    if (event instanceof FirstSeen) {
                      seen.incrementAndGet();
                    }
                  }));
    }

    Eventually.until(() -> seen.get() == watches, () -> seen + " watches have seen the load");

    assertThat(listening).noneMatch(CompletableFuture::isDone);
    assertThat(Thread.activeCount() - threadsBefore).isLessThan(100);
    assertThat(paidReads()).isOne();
  }

  @Test
  void closingThemCompletesWatches() throws Exception {
    FreightWatches watches = watches(client);
    CompletableFuture<Void> listening = watches.watch(load, everySecond().build()).listen(e -> {});

    watches.close();

    listening.get(60, TimeUnit.SECONDS);
  }

  @Test
  void whenTheyAreClosedNothingIsWatched() {
    FreightWatches watches = watches(client);
    watches.close();

    assertThatThrownBy(() -> watches.watch(load, WatchOptions.DEFAULT))
        .isInstanceOfSatisfying(
            FreightCancelledException.class,
            failure -> {
              assertThat(failure.nextStep()).isEqualTo(NextStep.NONE);
              assertThat(failure.charge()).isEqualTo(Charge.NONE);
            })
        .hasMessageContaining("the watches are closed, nothing was sent");
  }

  @Test
  void anInterruptEndsTheWaitingAndKeepsTheFlag() {
    Iterator<LoadEvent> events = watches(client).watch(load, everySecond().build()).iterator();
    assertThat(events.next()).isInstanceOf(FirstSeen.class);

    Thread.currentThread().interrupt();
    Throwable thrown = catchThrowable(events::hasNext);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown).isInstanceOf(FreightCancelledException.class);
  }

  private FreightClient client() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(ledger.guard())
        .build();
  }

  private static WatchOptions.Builder everySecond() {
    return WatchOptions.builder()
        .plan(PollPlan.every(SECOND))
        .floor(SECOND)
        .callOptions(CallOptions.DEFAULT);
  }

  private long paidReads() {
    return broker.debitsFor(load).stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .count();
  }

  private FreightWatches watches(FreightClient of) {
    FreightWatches watches = FreightWatches.of(of);
    opened.add(watches);
    return watches;
  }
}
