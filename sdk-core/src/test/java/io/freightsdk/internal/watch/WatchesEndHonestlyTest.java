package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testing.VirtualWorld;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.BudgetSpent;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.WatchFailurePolicy.Verdict;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A watch ends by its budget or with the failure of whoever threw, and never in silence. */
@Timeout(300)
class WatchesEndHonestlyTest {
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final List<LoadEvent> events = new CopyOnWriteArrayList<>();
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
  void aClosedClientOpensNoWatch() {
    FleetOptions options = FleetOptions.builder().budget("1.00", Duration.ofDays(1)).build();
    client.close();

    assertThatThrownBy(() -> client.watchFleet(options))
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("this client is closed");
    assertThatThrownBy(() -> client.watch(load, WatchOptions.DEFAULT))
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("this client is closed");
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
  void aSubscriberThatThrowsIsToldAndTheOthersGoOn() throws Exception {
    CountDownLatch bothThere = new CountDownLatch(1);
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    try (Gateway gateway = new Gateway(server.baseUrl());
        FreightClient behind = builder().baseUrl(gateway.baseUrl()).build()) {
      gateway.next(Operation.GET_LOAD_POSITION, Gateway.heldUntil(bothThere));
      LoadWatch watch = behind.watch(load, WatchOptions.builder().maxReads(1).build());
      watch.subscribe(new Throwing(told));
      CompletableFuture<Void> other = watch.listen(events::add);
      bothThere.countDown();

      assertThat(told.get(60, TimeUnit.SECONDS)).isInstanceOf(AssertionError.class);
      other.get(60, TimeUnit.SECONDS);
    }
    assertThat(events).last().isInstanceOf(BudgetSpent.class);
  }

  @Test
  void anEstimateInTheYear900000000DoesNotEndTheWatch() {
    try (FakeService service = new FakeService()) {
      service.world().holdTime();
      service.answers(
          Answers.json(
              200,
              """
              {"loadNumber":"LD-2026-0001","status":"IN_TRANSIT","createdAt":"2026-11-20T10:00:00Z",\
              "stops":[{"type":"DELIVERY","sequence":1,"city":"Corbin","state":"KY"}],\
              "gpsTrack":[{"lat":36.0,"lng":-84.0,"ts":"2026-11-20T10:00:00Z"}],"pingCount":1,\
              "eta":{"etaAt":"+900000000-01-01T00:00:00Z","nextStopEta":"+900000000-01-01T00:00:00Z"}}"""));
      CompletableFuture<Void> listening =
          service.client().watch(Loads.NUMBER, WatchOptions.DEFAULT).listen(events::add);
      Eventually.until(() -> events.size() >= 3, () -> events + " " + listening);
      service.answers(Answers.success(Operation.GET_LOAD_POSITION));
      // The next read is planned a moment after the events were told.
      Eventually.until(
          () -> {
            if (service.server().getRequestCount() < 2) service.world().advance(FIVE_MINUTES);
            return service.server().getRequestCount() == 2;
          },
          () -> service.server().getRequestCount() + " reads at " + service.world().instant());

      assertThat(listening).isNotDone();
    }
  }

  @Test
  void repeatedReadsThatMayHaveBeenChargedStayWithinTheBudget() throws Exception {
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    FreightClient hopeful =
        TestBuilders.inWorld(builder(), new VirtualWorld().environment())
            .retryPolicy(RetryPolicy.builder().maxAttempts(5).retryUnknownReads(true).build())
            .build();
    try (hopeful) {
      LoadWatch watch =
          hopeful.watch(
              load, WatchOptions.builder().budgetUsd(new BigDecimal("0.10")).maxReads(4).build());
      watch.listen(events::add).get(60, TimeUnit.SECONDS);

      assertThat(events).last().isInstanceOf(BudgetSpent.class);
      assertThat(paidReads()).isEqualTo(4);
      assertThat(watch.paidReads()).isEqualTo(4);
      assertThat(watch.spentUsd()).isEqualByComparingTo("0.08");
    }
  }

  @Test
  void sharedReadsCutByTheirDeadlineStayWithinTheBudget() {
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofMinutes(5)));
    VirtualWorld world = new VirtualWorld().holdTime();
    // So long that it never passes before the request has come to the service.
    Duration deadline = Duration.ofHours(10);
    try (FreightClient hurried = TestBuilders.inWorld(builder(), world.environment()).build()) {
      CompletableFuture<Void> watching =
          hurried
              .watch(
                  load,
                  WatchOptions.builder()
                      .budgetUsd(new BigDecimal("0.06"))
                      .floor(SECOND)
                      .failurePolicy((failure, inARow) -> new Verdict.TryAgain(SECOND))
                      .callOptions(
                          CallOptions.builder()
                              .maxAge(Duration.ofSeconds(30))
                              .deadline(deadline)
                              .build())
                      .build())
              .listen(events::add);
      for (int read = 1; read <= 6 && !watching.isDone(); read++) {
        int expected = read;
        Eventually.until(
            () -> {
              world.advance(Duration.ofMillis(10));
              LockSupport.parkNanos(1_000_000);
              return watching.isDone() || paidReads() >= expected;
            },
            () -> paidReads() + " reads, " + events);
        world.advance(deadline);
      }

      Eventually.until(
          () -> {
            world.advance(Duration.ofMillis(10));
            return watching.isDone();
          },
          () -> paidReads() + " reads, " + events);
      assertThat(events).last().isInstanceOf(BudgetSpent.class);
      assertThat(paidReads()).isEqualTo(3);
    }
  }

  @Test
  void aWatchFollowsAClockThatATestMoves() {
    MovableClock clock = new MovableClock();
    try (FreightClient timed = builder().clock(clock).build()) {
      LoadWatch watch =
          timed.watch(load, WatchOptions.builder().plan(PollPlan.every(FIVE_MINUTES)).build());
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
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }

  private CompletableFuture<Void> listen(WatchOptions options) {
    return client.watch(load, options).listen(events::add);
  }

  private long paidReads() {
    return broker.debitsFor(load).stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .count();
  }

  /** Throws at the first event. */
  private record Throwing(CompletableFuture<Throwable> told) implements Flow.Subscriber<LoadEvent> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
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
}
