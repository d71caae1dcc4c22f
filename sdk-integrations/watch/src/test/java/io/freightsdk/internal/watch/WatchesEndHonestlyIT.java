package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.BudgetSpent;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.WatchFailurePolicy.Verdict;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A watch ends by its budget or with the failure of whoever threw, and never in silence. */
@Timeout(300)
class WatchesEndHonestlyIT {
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final List<LoadEvent> events = new CopyOnWriteArrayList<>();
  private final List<FreightWatches> opened = new ArrayList<>();
  private InMemoryFreightServer server;
  private Broker broker;
  private String load;
  private FreightClient client;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("25.00");
    client = builder().build();
    load = client.createLoad(Loads.twoStops()).loadNumber();
  }

  @AfterEach
  void stop() {
    opened.forEach(FreightWatches::close);
    client.close();
    server.close();
  }

  @Test
  void aPlanThatThrowsAnErrorFailsItsWatchWithIt() {
    assertThatThrownBy(
            () ->
                listen(
                        WatchOptions.builder()
                            .plan(
                                (latest, now, budget) -> {
                                  throw new StackOverflowError("the plan");
                                })
                            .build())
                    .get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(StackOverflowError.class);
  }

  /** Its timer is gone, so a fleet, or a watch that tries again, would wait for ever. */
  @Test
  void closedWatchesOpenNone() {
    FleetOptions options = FleetOptions.builder().budgetPerDay("1.00").build();
    FreightWatches watches = watches(client);
    watches.close();

    assertThatThrownBy(() -> watches.watchFleet(options))
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("closed, nothing was sent");
    assertThatThrownBy(() -> watches.watch(load, WatchOptions.DEFAULT))
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("closed, nothing was sent");
  }

  @Test
  void aFailurePolicyThatThrowsAnErrorFailsItsWatchWithIt() {
    load = "LD-2026-9999";

    assertThatThrownBy(
            () ->
                listen(
                        WatchOptions.builder()
                            .failurePolicy(
                                (failure, inARow) -> {
                                  throw new NoClassDefFoundError("the policy");
                                })
                            .build())
                    .get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void anExecutorThatRefusesFailsItsSubscription() {
    assertThatThrownBy(
            () ->
                listen(
                        WatchOptions.builder()
                            .deliverOn(
                                task -> {
                                  throw new RejectedExecutionException("shut down");
                                })
                            .build())
                    .get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void closingTheWatchesEndsThemAndNotTheClient() throws Exception {
    FreightWatches watches = watches(client);
    CompletableFuture<LoadEvent> told = new CompletableFuture<>();
    CompletableFuture<Void> watching =
        watches
            .watch(load, WatchOptions.builder().plan(PollPlan.every(FIVE_MINUTES)).build())
            .listen(told::complete);
    told.get(60, TimeUnit.SECONDS);
    assertThat(watches.followed()).isOne();
    watches.close();
    watches.close();

    watching.get(60, TimeUnit.SECONDS);
    assertThat(watches.followed()).isZero();
    assertThatThrownBy(() -> watches.watch(load, WatchOptions.DEFAULT))
        .isInstanceOf(FreightCancelledException.class);
    assertThat(client.getBalance().balanceUsd()).isPositive();
  }

  @Test
  void whatCannotBeTheNumberOfALoadIsRefusedAtOnce() {
    for (String wrong : List.of(" ", "..", "a/b", "a\\b", "a\nb", "x".repeat(129))) {
      assertThatThrownBy(() -> watches(client).watch(wrong, WatchOptions.DEFAULT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("LD-2026-0001");
    }
  }

  @Test
  void aSubscriberThatThrowsIsToldAndTheOthersGoOn() throws Exception {
    Throwing throwing = new Throwing(new CompletableFuture<>(), new CompletableFuture<>());
    LoadWatch watch = watches(client).watch(load, WatchOptions.builder().maxReads(1).build());
    watch.subscribe(throwing);
    CompletableFuture<Void> other = watch.listen(events::add);
    throwing.subscription.join().request(Long.MAX_VALUE);

    assertThat(throwing.told.get(60, TimeUnit.SECONDS)).isInstanceOf(AssertionError.class);
    other.get(60, TimeUnit.SECONDS);
    assertThat(events).last().isInstanceOf(BudgetSpent.class);
  }

  @Test
  void anEstimateInTheYear900000000DoesNotEndTheWatch() throws Exception {
    MovableClock clock = new MovableClock(Instant.parse("2026-11-20T10:00:00Z"));
    Positions positions = new Positions();
    try (MockWebServer service = new MockWebServer()) {
      service.setDispatcher(positions);
      service.start();
      try (FreightClient far =
          FreightClient.builder()
              .baseUrl(service.url("/").toString())
              .agentKey("key")
              .clock(clock)
              .build()) {
        CompletableFuture<Void> listening =
            watches(far, clock).watch("LD-2026-0001", WatchOptions.DEFAULT).listen(events::add);
        Eventually.until(() -> events.size() >= 3, () -> events + " " + listening);
        // The next read is planned a moment after the events were told.
        Eventually.until(
            () -> {
              if (positions.reads.get() < 2) clock.advance(FIVE_MINUTES);
              return positions.reads.get() == 2;
            },
            () -> positions.reads + " reads at " + clock.instant());

        assertThat(listening).isNotDone();
      }
    }
  }

  /** A load whose truck arrives after the end of all calendars, and then has no truck. */
  private static final class Positions extends Dispatcher {
    final AtomicInteger reads = new AtomicInteger();

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      boolean position = request.getUrl().encodedPath().contains("LD-2026-0001");
      if (!position) return new MockResponse.Builder().code(404).build();
      String more =
          reads.incrementAndGet() == 1
              ? """
              "gpsTrack":[{"lat":36.0,"lng":-84.0,"ts":"2026-11-20T10:00:00Z"}],"pingCount":1,\
              "eta":{"etaAt":"+900000000-01-01T00:00:00Z",\
              "nextStopEta":"+900000000-01-01T00:00:00Z"}\
              """
              : "\"gpsTrack\":[],\"pingCount\":0";
      return new MockResponse.Builder()
          .setHeader("Content-Type", "application/json")
          .body(
              """
              {"loadNumber":"LD-2026-0001","status":"IN_TRANSIT",\
              "createdAt":"2026-11-20T10:00:00Z",\
              "stops":[{"type":"DELIVERY","sequence":1,"city":"Corbin","state":"KY"}],%s}\
              """
                  .formatted(more))
          .build();
    }
  }

  @Test
  void repeatedReadsThatMayHaveBeenChargedStayWithinTheBudget() throws Exception {
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    FreightClient hopeful =
        builder()
            .retryPolicy(
                RetryPolicy.builder()
                    .maxAttempts(5)
                    .retryUnknownReads(true)
                    .initialBackoff(Duration.ofMillis(1))
                    .build())
            .build();
    try (hopeful) {
      LoadWatch watch =
          watches(hopeful)
              .watch(
                  load, WatchOptions.builder().budget(new BigDecimal("0.10")).maxReads(4).build());
      watch.listen(events::add).get(60, TimeUnit.SECONDS);

      assertThat(events).last().isInstanceOf(BudgetSpent.class);
      assertThat(paidReads()).isEqualTo(4);
      assertThat(watch.paidReads()).isEqualTo(4);
      assertThat(watch.spentUsd()).isEqualByComparingTo("0.08");
    }
  }

  @Test
  void sharedReadsCutByTheDeadlineOfTheClientStayWithinTheBudget() throws Exception {
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofMinutes(5)));
    WatchOptions options =
        WatchOptions.builder()
            .budget("0.06")
            .floor(SECOND)
            .failurePolicy((failure, inARow) -> new Verdict.TryAgain(SECOND))
            .callOptions(CallOptions.builder().maxAge(Duration.ofSeconds(30)).build())
            .build();
    MovableClock clock = new MovableClock();
    try (FreightClient hurried = builder().deadline(Duration.ofMillis(500)).build()) {
      CompletableFuture<Void> watching =
          watches(hurried, clock).watch(load, options).listen(events::add);
      Eventually.until(
          () -> {
            clock.advance(SECOND);
            return watching.isDone();
          },
          () -> paidReads() + " reads, " + events);
      watching.get(60, TimeUnit.SECONDS);
    }
    assertThat(events).last().isInstanceOf(BudgetSpent.class);
    assertThat(paidReads()).isBetween(1L, 3L);
  }

  @Test
  void aWatchFollowsAClockThatATestMoves() {
    MovableClock clock = new MovableClock();
    try (FreightClient timed = builder().clock(clock).build()) {
      LoadWatch watch =
          watches(timed, clock)
              .watch(load, WatchOptions.builder().plan(PollPlan.every(FIVE_MINUTES)).build());
      CompletableFuture<Void> listening = watch.listen(events::add);
      for (int read = 1; read <= 6; read++) {
        int expected = read;
        Eventually.until(
            () -> {
              // The next read is planned a moment after this one was counted.
              if (expected > 1 && watch.paidReads() < expected) clock.advance(SECOND);
              return watch.paidReads() >= expected;
            },
            () -> watch.paidReads() + " reads " + listening);
      }
    }
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(SpendLedger.inMemory().guard());
  }

  private CompletableFuture<Void> listen(WatchOptions options) {
    return watches(client).watch(load, options).listen(events::add);
  }

  private long paidReads() {
    return broker.debitsFor(load).stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .count();
  }

  /** Throws at the first event. */
  private record Throwing(
      CompletableFuture<Flow.Subscription> subscription, CompletableFuture<Throwable> told)
      implements Flow.Subscriber<LoadEvent> {
    @Override
    public void onSubscribe(Flow.Subscription opened) {
      subscription.complete(opened);
    }

    @Override
    public void onNext(LoadEvent event) {
      throw new AssertionError("the subscriber");
    }

    @Override
    public void onError(Throwable failure) {
      told.complete(failure);
    }

    @Override
    public void onComplete() {
      told.completeExceptionally(new IllegalStateException("completed"));
    }
  }

  private FreightWatches watches(FreightClient of) {
    FreightWatches watches = FreightWatches.of(of);
    opened.add(watches);
    return watches;
  }

  private FreightWatches watches(FreightClient of, Clock clock) {
    FreightWatches watches = FreightWatches.of(of, clock);
    opened.add(watches);
    return watches;
  }
}
