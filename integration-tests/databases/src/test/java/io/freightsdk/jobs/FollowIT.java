package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.CallEvent.AttemptEnded;
import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.jobs.rows.ReadPace;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.jobs.LoadEvent.StatusChanged;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.Driver;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.testing.JdbcProxy;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Following loads, on H2. Subclasses run the tests on other databases. */
class FollowIT extends JobsFixture {
  private static final Fault UNKNOWN = Fault.status(404).withBody("{\"error\":\"Load not found\"}");

  /** Long intervals, so that only the check of each minute makes work due. */
  private static final Intervals PATIENT =
      new Intervals(
          QUICK.poll(),
          Duration.ofMinutes(1),
          QUICK.heartbeat(),
          Duration.ofDays(1),
          Duration.ofDays(1));

  // --- follow ---

  @Test
  void aLoadIsFollowedToItsEnd() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD);
    pollUntil(() -> rows("freight-load/jobs") == 1);
    server.driver(loads().get(0)).driveUntil(LoadStatus.DELIVERED);
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(listener.events.get(0)).isInstanceOf(LoadEvent.FollowingStarted.class);
    assertThat(jobs.find("PO-1").map(OrderDetails::state)).contains(OrderDetails.State.BOOKED);
    assertThat(jobs.latestPosition("PO-1").orElseThrow().position().status())
        .isEqualTo(LoadStatus.DELIVERED);
    assertThat(reads()).isBetween(1L, 5L);
  }

  /** Also after the delivery: the position is read once and reported until the listener returns. */
  @Test
  void nothingIsReadWhileAListenerThrows() throws Exception {
    FreightJobs jobs = follow("PO-1");
    listener.refuses = true;
    server.load(loads().get(0)).deliver();
    int before = listener.calls.get();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitCalls(before + 4);
    server.clock().advance(Duration.ofDays(1));
    listener.awaitCalls(before + 8);
    assertThat(reads()).isEqualTo(1);
    listener.refuses = false;
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(reads()).isEqualTo(1);
  }

  @Test
  void aLoadWhoseDriverNeverJoinsIsGivenUp() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().pickups(soon()).build());
    awaitFollowed();
    while (!listener.hasEvent(LoadEvent.FollowingGivenUp.class)) {
      pollUntil(() -> rows("freight-load/jobs") == 0 || nextRead().isAfter(server.clock().now()));
      if (rows("freight-load/jobs") == 1) server.clock().set(nextRead());
    }
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(listener.events)
        .hasExactlyElementsOfTypes(
            LoadEvent.FollowingStarted.class,
            LoadEvent.DriverNotJoined.class,
            LoadEvent.FollowingGivenUp.class);
    assertThat(reads()).isBetween(2L, 60L);
  }

  @Test
  void truckAwayFromItsPickupAnHourAfterTheWindowRunsLate() throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, "PO-1", LOAD.toBuilder().pickups(soon()).build());
    awaitFollowed();
    server.driver(loads().get(0)).ping(38.25, -85.75); // In Louisville.
    server.clock().advance(Duration.ofHours(5)); // The window is from the second to the fourth.
    listener.awaitEvent(LoadEvent.RunningLate.class);
    assertThat(listener.events)
        .filteredOn(LoadEvent.RunningLate.class::isInstance)
        .singleElement()
        .extracting("stop.city", "delayMinutes")
        .containsExactly("Cincinnati", 60);
  }

  /** The service looks for the pickup in the wrong state, so the truck at the pickup runs late. */
  @Test
  void runningLateOfALoadWithAWrongStateIsPlanned() throws Exception {
    FreightJobs jobs = start(builder());
    StopInput wrong = soon().toBuilder().state("CA").build();
    book(jobs, "PO-1", LOAD.toBuilder().pickups(wrong).build());
    awaitFollowed();
    server.driver(loads().get(0)).ping(39.1136, -84.5153); // At the pickup.
    server.clock().advance(Duration.ofHours(5));
    listener.awaitEvent(LoadEvent.RunningLate.class);
    assertThat(listener.events)
        .filteredOn(LoadEvent.RunningLate.class::isInstance)
        .singleElement()
        .asString()
        .contains("status=PLANNED");
  }

  /** The load is followed from its creation, not from the return of the listener. */
  @Test
  void slowOnLoadBookedDoesNotDelayDriverNotJoined() throws Exception {
    JobsListener slow =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad load) {
            server.clock().advance(Duration.ofHours(1));
            listener.onLoadBooked(load);
          }

          @Override
          public void onEvent(ReportedEvent reported) {
            listener.onEvent(reported);
          }
        };
    FreightJobs jobs = start(builder().listener(slow));
    StopInput inAnHourAndAHalf =
        soon().toBuilder().date(server.clock().now().plus(Duration.ofMinutes(90))).build();
    book(jobs, "PO-1", LOAD.toBuilder().pickups(inAnHourAndAHalf).build());
    listener.awaitEvent(LoadEvent.DriverNotJoined.class);
  }

  @Test
  void loadThatTheServiceRefusesIsGivenUp() throws Exception {
    String bookOnly = broker.newKey(io.freightsdk.server.view.KeyScope.LOADS_CREATE);
    try (FreightClient cannotRead =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(bookOnly).build()) {
      FreightJobs jobs = start(builderOf(cannotRead));
      book(jobs, "PO-1", LOAD);
      awaitFollowed();
      server.clock().advance(Duration.ofDays(1));
      listener.awaitEvent(LoadEvent.FollowingGivenUp.class);
      pollUntil(() -> rows("freight-load/jobs") == 0);
      assertThat(reads()).isZero();
      jobs.close();
    }
  }

  @Test
  void orderWhoseLoadIsGivenUpKeepsItsLoad() throws Exception {
    FreightJobs jobs = follow("PO-1");
    String load = loads().get(0);
    server.faults().always(Operation.GET_LOAD_POSITION, UNKNOWN);
    listener.refuses = true;
    int before = listener.calls.get();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitCalls(before + 1);
    assertThat(jobs.find("PO-1").orElseThrow().loadNumber()).isEqualTo(load);
    assertThat(jobs.withdraw("PO-1"))
        .isEqualTo(new WithdrawResult(WithdrawResult.Result.HAS_LOAD, load, false));
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.HAS_LOAD);
    listener.refuses = false;
    server.clock().advance(Duration.ofMinutes(1));
    listener.awaitEvent(LoadEvent.FollowingGivenUp.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(book(jobs, "PO-1", LOAD))
        .as("until the purge")
        .isEqualTo(BookResult.Result.HAS_LOAD);
  }

  @Test
  void followResumesALoadThatWasGivenUp() throws Exception {
    FreightJobs jobs = follow("PO-1");
    String load = loads().get(0);
    assertThat(jobs.follow("PO-1", "acme", load)).as("it is followed").isFalse();
    server.faults().always(Operation.GET_LOAD_POSITION, UNKNOWN);
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.FollowingGivenUp.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    server.faults().clear();
    server.load(load).deliver();
    assertThat(jobs.follow("PO-1", "acme", load)).isTrue();
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(jobs.follow("PO-1", "acme", load)).as("it is over").isFalse();
    assertThat(reads()).isEqualTo(1);
  }

  @Test
  void aLoadThatWasCreatedElsewhereIsFollowed() throws Exception {
    String load = client.createLoad(LOAD.toBuilder().customerRef("PO-1").build()).loadNumber();
    FreightJobs jobs = start(builder());
    assertThat(jobs.follow("PO-1", null, load)).isTrue();
    assertThat(jobs.follow("PO-1", null, load)).isFalse();
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    pollUntil(() -> jobs.latestPosition("PO-1").isPresent());
    assertThat(listener.references).containsOnly("PO-1");
    assertThat(jobs.find("PO-1")).as("it has no order").isEmpty();
    assertThat(jobs.driverLink("PO-1")).isEmpty();
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.HAS_LOAD);
    assertThat(jobs.withdraw("PO-1").loadNumber()).isEqualTo(load);
    assertThat(creations()).isEqualTo(1);
  }

  @Test
  void followReplacesAWrongLoadNumberThatWasGivenUp() throws Exception {
    String load = client.createLoad(LOAD.toBuilder().customerRef("PO-1").build()).loadNumber();
    FreightJobs jobs = start(builder());
    assertThat(jobs.follow("PO-1", null, "LD-2026-9999")).isTrue();
    listener.awaitEvent(LoadEvent.FollowingGivenUp.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(jobs.follow("PO-1", "acme", load)).isTrue();
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    pollUntil(() -> jobs.latestPosition("PO-1").isPresent());
    assertThat(jobs.latestPosition("PO-1").orElseThrow().position().loadNumber()).isEqualTo(load);
    assertThat(count("freight_loads WHERE customer = 'acme' AND given_up IS NULL")).isEqualTo(1);
  }

  // --- events ---

  /** Only the failed event is reported again, with its id. */
  @Test
  void failedEventIsRepeatedAloneWithItsId() throws Exception {
    List<ReportedEvent> received = new CopyOnWriteArrayList<>();
    AtomicInteger failures = new AtomicInteger();
    JobsListener failing =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            received.add(reported);
            if (reported.event() instanceof StatusChanged && failures.incrementAndGet() <= 3) {
              throw new IllegalStateException("a bug");
            }
            listener.onEvent(reported);
          }
        };
    FreightJobs jobs = start(builder().listener(failing));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    int events = listener.events.size();
    assertThat(events).isGreaterThan(2);
    assertThat(received).hasSize(events + 3);
    String read = received.get(0).id().substring(0, 37);
    assertThat(received.stream().map(ReportedEvent::id).distinct())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, events).mapToObj(number -> read + number).toList());
    assertThat(received).extracting(ReportedEvent::customer).containsOnly("acme");
    assertThat(reads()).isEqualTo(1);
  }

  /** For example, after a crash between two events. */
  @Test
  void anotherInstanceContinuesWithTheFirstUnacceptedEvent() throws Exception {
    List<String> ids = new CopyOnWriteArrayList<>();
    AtomicBoolean isBroken = new AtomicBoolean(true);
    JobsListener second =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            if (ids.size() == 2 && isBroken.get()) throw new IllegalStateException("a bug");
            ids.add(reported.id());
            listener.onEvent(reported);
          }
        };
    FreightJobs first = start(builder().listener(second));
    book(first, "PO-1", LOAD);
    awaitFollowed();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> ids.size() == 2 && failures() > 0);
    first.close();
    isBroken.set(false);
    FreightJobs unused = start(builder().listener(second));
    server.clock().advance(Duration.ofMinutes(10));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(ids).hasSizeGreaterThan(2).doesNotHaveDuplicates();
    assertThat(ids.stream().map(id -> id.substring(0, 36)).distinct()).as("one read").hasSize(1);
  }

  /** The first instance has read the loads, and crashes before it has reported a silence. */
  @Test
  void silenceBetweenReadsIsReportedOnceAfterACrash() throws Exception {
    int trucks = 20;
    AtomicBoolean isBroken = new AtomicBoolean(true);
    AtomicInteger crashes = new AtomicInteger();
    JobsListener crashing =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            if (isBroken.get() && reported.event() instanceof LoadEvent.GpsSilent) {
              crashes.incrementAndGet();
              throw new IllegalStateException("a crash");
            }
            listener.onEvent(reported);
          }
        };
    FreightJobs first = start(builder().listener(crashing));
    for (int order = 1; order <= trucks; order++) book(first, "PO-" + order, LOAD);
    awaitFollowed(trucks);
    first.close();
    Instant joined = server.clock().now();
    Duration toRead = Duration.ofHours(4);
    server.clock().advance(toRead);
    for (String load : loads()) {
      for (int minute = 0; minute <= toRead.toMinutes(); minute += 10) {
        boolean isSilent = 60 < minute && minute < 180;
        Coordinates onTheRoad = new Coordinates(38.25, -85.75 + minute * 0.001);
        Instant time = joined.plus(Duration.ofMinutes(minute));
        if (!isSilent) server.driver(load).ping(new Fix(time, onTheRoad, 10.0, null, null));
      }
    }
    FreightJobs second = start(builder().listener(crashing));
    pollUntil(() -> crashes.get() >= trucks);
    second.close();
    assertThat(listener.hasEvent(LoadEvent.GpsSilent.class)).isFalse();
    assertThat(reads()).isEqualTo(trucks);
    assertThat(second.latestPosition("PO-1").orElseThrow().position().gpsTrack()).hasSize(1);
    isBroken.set(false);
    FreightJobs unused = start(builder().listener(crashing));
    server.clock().advance(Duration.ofMinutes(10));
    pollUntil(() -> count("freight_loads WHERE reported = TRUE") == trucks);
    Instant lastFixAt = joined.plus(Duration.ofMinutes(60)).truncatedTo(ChronoUnit.MILLIS);
    Duration silentFor = Duration.ofHours(2);
    assertThat(listener.events)
        .filteredOn(LoadEvent.GpsSilent.class::isInstance)
        .containsExactlyInAnyOrderElementsOf(
            loads().stream()
                .map(
                    load ->
                        new LoadEvent.GpsSilent(
                            load, lastFixAt, lastFixAt.plus(silentFor), silentFor))
                .toList());
  }

  @Test
  void givenUpEventHasItsOwnId() throws Exception {
    List<String> ids = new CopyOnWriteArrayList<>();
    JobsListener ofIds =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            ids.add(reported.id());
            listener.onEvent(reported);
          }
        };
    FreightJobs jobs = start(builder().listener(ofIds));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.clock().advance(Duration.ofHours(3));
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    server.faults().always(Operation.GET_LOAD_POSITION, UNKNOWN);
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.FollowingGivenUp.class);
    assertThat(ids).doesNotHaveDuplicates().hasSameSizeAs(listener.events);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    server.faults().clear();
    server.load(loads().get(0)).deliver();
    assertThat(jobs.follow("PO-1", "acme", loads().get(0))).isTrue();
    listener.awaitEvent(LoadEvent.Delivered.class);
    assertThat(ids).doesNotHaveDuplicates().hasSameSizeAs(listener.events);
  }

  // --- waiting loads ---

  @Test
  void loadWithoutBalanceIsReportedAndReadAfterATopUp() throws Exception {
    Broker almostEmpty = server.createBroker("0.66");
    FreightJobs jobs = start(builderOf(almostEmpty).intervals(PATIENT));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    Instant due = nextRead();
    server.clock().advance(Duration.ofHours(3));
    pollUntil(() -> !jobs.counts().waitingFor().isEmpty());
    assertThat(jobs.counts().waitingFor())
        .containsExactly(new WaitingWork(WaitReason.BALANCE, 0, 1, due));
    pollUntil(() -> count("freight_tasks WHERE picked = TRUE") == 0);
    server.clock().advance(Duration.ofMinutes(1));
    listener.await(() -> !listener.waiting.isEmpty());
    assertThat(listener.waiting).containsExactly(new WaitingWork(WaitReason.BALANCE, 0, 1, due));
    almostEmpty.credit("1.00");
    server.clock().advance(Duration.ofMinutes(1));
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    server.clock().advance(Duration.ofMinutes(1));
    listener.await(() -> !listener.ended.isEmpty());
    assertThat(listener.ended).containsExactly(new Ended(WaitReason.BALANCE, 0));
    assertThat(jobs.counts().waitingFor()).isEmpty();
  }

  /** A top-up of 0.70 USD pays for one order and two reads. */
  @Test
  void topUpPaysForOrdersBeforeLoads() throws Exception {
    Broker almostEmpty = server.createBroker("1.95");
    FreightJobs jobs = start(builderOf(almostEmpty).intervals(PATIENT));
    for (int order = 1; order <= 3; order++) book(jobs, "PO-" + order, LOAD);
    awaitFollowed(3);
    book(jobs, "PO-4", LOAD);
    server.clock().advance(Duration.ofHours(3));
    pollUntil(() -> waitingLoads(jobs) == 3 && jobs.counts().waiting() == 1);
    pollUntil(() -> count("freight_tasks WHERE picked = TRUE") == 0);
    almostEmpty.credit("0.70");
    server.clock().advance(Duration.ofMinutes(1));
    listener.awaitBooked("PO-4");
    pollUntil(() -> waitingLoads(jobs) == 1);
  }

  /** Its place under the budget is kept. */
  @Test
  void loadOfABudgetWaitsInItsPlace() throws Exception {
    Broker almostEmpty = server.createBroker("0.66");
    FreightJobs jobs = start(builderOf(almostEmpty).readBudgetPerDay("0.01"));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.clock().advance(Duration.ofHours(3));
    listener.await(() -> !listener.waiting.isEmpty());
    almostEmpty.credit("1.00");
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    listener.await(() -> !listener.ended.isEmpty());
  }

  @Test
  void unfollowedLoadDoesNotWait() throws Exception {
    FreightJobs jobs = start(builderOf(server.createBroker("0.66")));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.clock().advance(Duration.ofHours(3));
    pollUntil(() -> waitingLoads(jobs) == 1);
    assertThat(jobs.unfollow("PO-1")).isTrue();
    assertThat(jobs.counts().waitingFor()).isEmpty();
  }

  @Test
  void unfollowedLoadIsNotCountedAmongWaitingLoads() throws Exception {
    FreightJobs jobs = start(builderOf(server.createBroker("1.31")));
    book(jobs, "PO-1", LOAD);
    book(jobs, "PO-2", LOAD);
    awaitFollowed(2);
    server.clock().advance(Duration.ofHours(3));
    pollUntil(() -> waitingLoads(jobs) == 2);
    assertThat(jobs.unfollow("PO-1")).isTrue();
    assertThat(waitingLoads(jobs)).isEqualTo(1);
  }

  private static long waitingLoads(FreightJobs jobs) {
    return jobs.counts().waitingFor().stream().mapToLong(WaitingWork::loads).sum();
  }

  // --- unfollow ---

  @Test
  void noFurtherEventIsReportedOnceAListenerUnfollows() throws Exception {
    AtomicReference<FreightJobs> self = new AtomicReference<>();
    JobsListener unfollows =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            listener.onEvent(reported);
            assertThat(self.get().unfollow(reported.reference())).isTrue();
          }
        };
    self.set(start(builder().listener(unfollows)));
    book(self.get(), "PO-1", LOAD);
    awaitFollowed();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(listener.events).hasSize(1);
  }

  @Test
  void unfollowedLoadHasNoReadAndNoEvent() throws Exception {
    FreightJobs jobs = follow("PO-1");
    int calls = listener.calls.get();
    assertThat(jobs.unfollow("PO-1")).isTrue();
    assertThat(jobs.unfollow("PO-1")).as("again").isFalse();
    assertThat(jobs.unfollow("unknown")).isFalse();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(reads()).isZero();
    assertThat(listener.calls).hasValue(calls);
    assertThat(jobs.follow("PO-1", "acme", loads().get(0))).isTrue();
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(jobs.unfollow("PO-1")).as("it has ended").isFalse();
  }

  @Test
  void replacedOrderIsFollowedInsteadOfTheUnfollowedOne() throws Exception {
    FreightJobs jobs = follow("PO-1");
    assertThat(jobs.withdraw("PO-1").result()).isEqualTo(WithdrawResult.Result.HAS_LOAD);
    assertThat(jobs.unfollow("PO-1")).isTrue();
    assertThat(book(jobs, "PO-1/b", OTHER)).isEqualTo(BookResult.Result.STORED);
    BookedLoad replacement = listener.awaitBooked("PO-1/b");
    server.load(replacement.loadNumber()).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(listener.references).containsOnly("PO-1/b");
    server.clock().advance(Duration.ofDays(91));
    assertThat(jobs.purge(Duration.ofDays(90))).as("two orders and two loads").isEqualTo(4);
  }

  @Test
  void readInProgressReportsNothingAfterUnfollow() throws Exception {
    FreightJobs jobs = follow("PO-1");
    int calls = listener.calls.get();
    Fault slow = Fault.delayAfterCommit(Duration.ofMillis(700));
    server.faults().next(Operation.GET_LOAD_POSITION, slow);
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> reads() == 1);
    assertThat(jobs.unfollow("PO-1")).isTrue();
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(listener.calls).hasValue(calls);
    assertThat(jobs.counts().unreportedEvents()).isZero();
  }

  @Test
  void unacceptedEventsAreReportedWhenAnUnfollowedLoadIsFollowedAgain() throws Exception {
    FreightJobs jobs = follow("PO-1");
    listener.refuses = true;
    int before = listener.calls.get();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitCalls(before + 1);
    assertThat(jobs.counts().unreportedEvents()).isEqualTo(1);
    assertThat(jobs.unfollow("PO-1")).isTrue();
    assertThat(jobs.counts().unreportedEvents()).isZero();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(listener.events).isEmpty();
    listener.refuses = false;
    assertThat(jobs.follow("PO-1", "acme", loads().get(0))).isTrue();
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(reads()).isEqualTo(1);
  }

  @Test
  void unacceptedEventKeepsItsIdWhenItsLoadIsFollowedAgain() throws Exception {
    List<String> ids = new CopyOnWriteArrayList<>();
    AtomicBoolean refuses = new AtomicBoolean(true);
    JobsListener refusing =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            ids.add(reported.id());
            if (refuses.get()) throw new IllegalStateException("the listener refuses");
          }
        };
    FreightJobs jobs = start(builder().listener(refusing));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> !ids.isEmpty());
    assertThat(jobs.unfollow("PO-1")).isTrue();
    pollUntil(() -> rows("freight-load/jobs") == 0);
    List<String> before = List.copyOf(ids);
    refuses.set(false);
    assertThat(jobs.follow("PO-1", "acme", loads().get(0))).isTrue();
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(ids).hasSizeGreaterThan(before.size());
    assertThat(ids.get(before.size())).isEqualTo(before.get(0));
  }

  @Test
  void listenerUnfollowsALoadThatWasJustBooked() throws Exception {
    AtomicReference<FreightJobs> self = new AtomicReference<>();
    JobsListener unfollows =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad load) {
            assertThat(self.get().unfollow(load.reference())).isTrue();
            listener.onLoadBooked(load);
          }
        };
    self.set(builder().listener(unfollows).build());
    FreightJobs jobs = start(builder().listener(unfollows));
    book(jobs, "PO-1", LOAD);
    listener.awaitBooked("PO-1");
    pollUntil(() -> rows("freight-order/jobs") == 0);
    assertThat(rows("freight-load/jobs")).isZero();
    assertThat(reads()).isZero();
    assertThat(jobs.follow("PO-1", "acme", loads().get(0))).isTrue();
  }

  @Test
  void orderWithoutALoadCannotBeUnfollowed() throws Exception {
    FreightJobs door = builder().build();
    door.createTables();
    book(door, "PO-1", LOAD);
    assertThatThrownBy(() -> door.unfollow("PO-1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("unfollow: the order PO-1 has no load yet; withdraw it");
    assertThat(door.withdraw("PO-1").result()).isEqualTo(WithdrawResult.Result.WITHDRAWN);
    assertThat(door.unfollow("PO-1")).isFalse();
  }

  /** The latest position, even while the listener does not accept its events. */
  @Test
  void loadRowStoresTheLatestPosition() throws Exception {
    FreightJobs jobs = follow("PO-1");
    assertThat(jobs.latestPosition("PO-1")).isEmpty();
    listener.refuses = true;
    server.driver(loads().get(0)).driveUntil(LoadStatus.IN_TRANSIT);
    server.clock().advance(Duration.ofHours(4));
    pollUntil(() -> jobs.latestPosition("PO-1").isPresent());
    PositionSnapshot reading = jobs.latestPosition("PO-1").orElseThrow();
    assertThat(reading.position().status()).isEqualTo(LoadStatus.IN_TRANSIT);
    assertThat(reading.position().latestFix()).isNotNull();
    assertThat(reading.position().nextStop().city()).isEqualTo("Sevierville");
    assertThat(reads()).isEqualTo(1);
    assertThat(jobs.driverLink("PO-1").orElseThrow()).startsWith("http");
  }

  @Test
  void loadRowStoresNoTrack() throws Exception {
    FreightJobs jobs = follow("PO-1");
    server.driver(loads().get(0)).driveUntil(LoadStatus.IN_TRANSIT).driveTo(36.6, -84.1);
    listener.events.clear();
    server.clock().advance(Duration.ofHours(4));
    listener.awaitEvent(LoadEvent.PositionUpdated.class);
    assertThat(client.getLoadPosition(loads().get(0)).gpsTrack()).hasSizeGreaterThan(100);
    assertThat(number("SELECT MAX(LENGTH(position)) FROM freight_loads")).isBetween(200L, 4_000L);
  }

  @Test
  void eventIsReportedBeforeAllWaitingOrdersAreCreated() throws Exception {
    AtomicLong createdBefore = new AtomicLong(-1);
    JobsListener first =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) {
            boolean unused = createdBefore.compareAndSet(-1, creations());
          }

          @Override
          public void onLoadBooked(BookedLoad booking) {
            listener.onLoadBooked(booking);
          }
        };
    FreightJobs door = follow("PO-1");
    door.close();
    server.clock().advance(Duration.ofDays(1));
    for (int order = 2; order <= 16; order++) book(door, "PO-" + order, LOAD);
    FreightJobs unused = start(builder().listener(first).threads(1));
    listener.await(() -> listener.booked.size() == 16);
    assertThat(createdBefore.get()).isBetween(1L, 15L);
  }

  @Test
  void budgetSpreadsReads() throws Exception {
    FreightJobs jobs = start(builder().readBudgetPerDay("0.24")); // A place every two hours.
    for (int order = 1; order <= 4; order++) {
      book(jobs, "PO-" + order, LOAD);
    }
    awaitFollowed(4);
    Instant due = server.clock().now().plus(Duration.ofHours(3));
    server.clock().advance(Duration.ofHours(3));
    pollUntil(() -> reads() > 0);
    server.clock().advance(Duration.ofHours(1));
    Duration fourPlaces = Duration.ofHours(8);
    pollUntil(() -> !nextPlace().isBefore(due.plus(fourPlaces)));
    long soon = reads();
    server.clock().advance(Duration.ofHours(9));
    pollUntil(() -> reads() >= 4);
    assertThat(soon).isLessThan(4);
    assertThat(count("freight_read_queue")).isEqualTo(1);
  }

  @Test
  void budgetFarFromUsedUpChangesNoRead() throws Exception {
    FreightJobs free = start(builder());
    FreightJobs rich = start(builder().name("rich").readBudgetPerDay("1000.00"));
    Instant tomorrow = server.clock().now().plus(Duration.ofDays(1));
    StopInput pickup = LOAD.pickups().get(0).toBuilder().date(tomorrow).build();
    CreateLoadInput order = LOAD.toBuilder().pickups(pickup).build();
    book(free, "PO-1", order);
    book(rich, "PO-2", order);
    for (int reads = 0; reads < 5; reads++) {
      int done = reads;
      pollUntil(() -> readsOf("jobs") == done && readsOf("rich") == done);
      Instant next = nextReadOf("jobs");
      assertThat(nextReadOf("rich"))
          .as("after %d reads", reads)
          .isCloseTo(next, within(1, ChronoUnit.MINUTES));
      server.clock().advance(Duration.between(server.clock().now(), next).plusMinutes(1));
    }
  }

  private long readsOf(String jobs) throws SQLException {
    return number(
        "SELECT COALESCE(MAX(read_count), -1) FROM freight_loads WHERE reported AND jobs = '"
            + jobs
            + "'");
  }

  private Instant nextReadOf(String jobs) throws SQLException {
    return time("SELECT next_read_at FROM freight_loads WHERE jobs = '" + jobs + "'");
  }

  @Test
  void aChangedBudgetTakesEffectAtTheNextRead() throws Exception {
    FreightJobs first = start(builder().readBudgetPerDay("0.01")); // A place every two days.
    for (int order = 1; order <= 4; order++) book(first, "PO-" + order, LOAD);
    awaitFollowed(4);
    server.clock().advance(Duration.ofHours(3));
    awaitPlaces(4);
    pollUntil(() -> reads() == 1);
    first.close();
    start(builder().readBudgetPerDay("10000.00")); // A place every 0.2 s.
    pollUntil(() -> reads() == 4);
  }

  @Test
  void removedBudgetEndsTheWaitForAPlace() throws Exception {
    FreightJobs first = start(builder().readBudgetPerDay("0.01"));
    for (int order = 1; order <= 3; order++) book(first, "PO-" + order, LOAD);
    awaitFollowed(3);
    server.clock().advance(Duration.ofHours(3));
    awaitPlaces(3);
    pollUntil(() -> reads() == 1);
    first.close();
    start(builder());
    pollUntil(() -> reads() == 3);
    assertThat(count("freight_read_queue")).isZero();
  }

  /**
   * Waits until this number of loads have places under 0.01 USD a day. Each place takes two days.
   */
  private void awaitPlaces(int loads) throws Exception {
    Instant last = server.clock().now().plus(Duration.ofDays(2L * loads)).minusSeconds(60);
    pollUntil(() -> !nextPlace().isBefore(last));
  }

  private Instant nextPlace() throws SQLException {
    return time("SELECT next_place_at FROM freight_read_queue");
  }

  // --- instances ---

  @Test
  void instancesCreateTheTablesConcurrently() throws Exception {
    List<CompletableFuture<?>> made = new ArrayList<>();
    for (int instance = 0; instance < 4; instance++) {
      made.add(CompletableFuture.runAsync(() -> builder().build().createTables(), callers));
    }
    made.forEach(CompletableFuture::join);
    assertThat(count("freight_tasks")).isZero();
    assertThat(count("freight_read_queue")).isZero();
  }

  /**
   * One instance fails to report each event, and the next instance reports it without another read.
   */
  @Test
  void restartedInstancesReportEachEventOnce() throws Exception {
    follow("PO-1").close();
    String load = loads().get(0);
    Driver driver = server.driver(load);
    List<LoadStatus> life =
        List.of(LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED);
    for (LoadStatus status : life) {
      driver.driveUntil(status);
      server.clock().advance(Duration.ofHours(3));
      listener.refuses = true;
      int before = listener.calls.get();
      FreightJobs first = start(builder());
      listener.awaitCalls(before + 1);
      first.close();
      listener.refuses = false;
      FreightJobs second = start(builder());
      listener.await(() -> isReported(status));
      second.close();
    }
    assertThat(reads()).isEqualTo(3);
    PositionSnapshot end =
        new PositionSnapshot(client.getLoadPosition(load), server.clock().asClock().instant());
    assertThat(facts(listener.events))
        .containsExactlyElementsOf(facts(FreightJobs.eventsBetween(end.readAt(), null, end)));
    assertThat(listener.events).doesNotHaveDuplicates();
  }

  private boolean isReported(LoadStatus status) {
    return listener.events.stream()
        .anyMatch(event -> event instanceof StatusChanged change && change.to().equals(status));
  }

  private static List<String> facts(List<LoadEvent> events) {
    return LoadEventsTest.story(events).stream().map(StateFromEvents::fact).toList();
  }

  /**
   * For example, after a suspension of the machine: a read is charged again, and no event is lost.
   * Here each instance detects the other as dead immediately, because their clocks differ.
   */
  @Test
  void instancesThatMissHeartbeatsLoseNoEvent() throws Exception {
    FreightJobs jobs = follow("PO-1");
    start(builder().clock(Clock.offset(server.clock().asClock(), Duration.ofMinutes(1))));
    Duration longerThanFourBeats = Duration.ofMillis(700);
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(longerThanFourBeats));
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(reads()).isBetween(1L, 4L);
  }

  /** The other instance has detected this one as dead, and crashes itself. */
  @Test
  void loadIsFollowedAfterAFasterInstanceCrashed() throws Exception {
    FreightJobs unused = follow("PO-1");
    server
        .faults()
        .next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofMillis(700)));
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> reads() == 1);
    execute("UPDATE freight_loads SET read_count = read_count + 1");
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(reads()).isEqualTo(2);
  }

  @Test
  void missingHeartbeatsOfARunningLoadCauseNoSecondRead() throws Exception {
    FreightJobs jobs = start(quick(FreightJobs.builder(slowDatabase(), client)));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> reads() == 1);
    server.clock().advance(Duration.ofMinutes(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(reads()).isEqualTo(1);
  }

  @Test
  void jobsClosedForAMonthGiveUpNoLoad() throws Exception {
    FreightJobs jobs = follow("PO-1");
    server.clock().advance(Duration.ofHours(3));
    pollUntil(() -> reads() == 1 && nextRead().isAfter(server.clock().now()));
    jobs.close();
    server.clock().advance(Duration.ofDays(30));
    jobs.start();
    pollUntil(() -> reads() == 2 && nextRead().isAfter(server.clock().now()));
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    assertThat(listener.hasEvent(LoadEvent.FollowingGivenUp.class)).isFalse();
    assertThat(reads()).isEqualTo(3);
  }

  @Test
  void twoInstancesShareThePlacesOfABudget() throws Exception {
    Instant now = server.clock().now();
    BigDecimal budget = new BigDecimal("10.00"); // A place in each 172.8 s.
    builder().build().createTables();
    List<ReadPace> paces =
        List.of(
            new ReadPace(new Database(database, "one"), "jobs", budget),
            new ReadPace(new Database(database, "two"), "jobs", budget));
    List<CompletableFuture<Instant>> taken = new ArrayList<>();
    for (int read = 0; read < 40; read++) {
      ReadPace pace = paces.get(read % 2);
      taken.add(CompletableFuture.supplyAsync(() -> pace.takePlace(client, now), callers));
    }
    List<Long> places =
        taken.stream()
            .map(place -> Duration.between(now, place.join()).toMillis())
            .sorted()
            .toList();
    for (int place = 0; place < 40; place++) {
      assertThat(places.get(place)).isBetween(place * 172_800L - 1, place * 172_800L);
    }
  }

  /** The other instance sees its heartbeats. */
  @Test
  void slowListenerDelaysOnlyItsLoad() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    AtomicInteger slowCalls = new AtomicInteger();
    List<String> delivered = new CopyOnWriteArrayList<>();
    JobsListener blocks =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) throws Exception {
            LoadEvent event = reported.event();
            if (event instanceof LoadEvent.FollowingStarted && slowCalls.compareAndSet(0, 1))
              slow.await();
            if (event instanceof LoadEvent.Delivered) delivered.add(event.loadNumber());
          }
        };
    FreightJobs jobs = start(builder().listener(blocks).threads(2));
    start(builder().listener(blocks).threads(2));
    for (int order = 1; order <= 3; order++) {
      book(jobs, "PO-" + order, LOAD);
    }
    awaitFollowed(3);
    loads().forEach(load -> server.load(load).deliver());
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> delivered.size() == 2 && rows("freight-load/jobs") == 1);
    awaitBeats(6);
    assertThat(delivered).hasSize(2);
    slow.countDown();
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(delivered).hasSize(3).doesNotHaveDuplicates();
    assertThat(reads()).isEqualTo(3);
  }

  /** Waits for this number of heartbeats of the instance that runs the only row. */
  private void awaitBeats(int beats) throws Exception {
    for (int beat = 0; beat < beats; beat++) {
      Optional<String> last = lastBeat();
      pollUntil(() -> !lastBeat().equals(last));
    }
  }

  /** Empty while no instance runs the row. */
  private Optional<String> lastBeat() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT last_heartbeat FROM freight_tasks")) {
      row.next();
      return Optional.ofNullable(row.getString(1));
    }
  }

  @Test
  void closeWaitsForARunningListener() throws Exception {
    CountDownLatch isCalled = new CountDownLatch(1);
    CountDownLatch returns = new CountDownLatch(1);
    JobsListener slow =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) throws Exception {
            isCalled.countDown();
            returns.await();
            listener.onEvent(reported);
          }
        };
    FreightJobs jobs = start(builder().listener(slow));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    isCalled.await();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(jobs::close, callers);
    assertThat(closing).isNotDone();
    returns.countDown();
    closing.get(20, TimeUnit.SECONDS);
    assertThat(rows("freight-load/jobs")).isZero();
    assertThat(listener.hasEvent(LoadEvent.Delivered.class)).isTrue();
  }

  // --- outages ---

  @Test
  void longDatabaseOutageLosesNoEvent() throws Exception {
    AtomicReference<Thread> reading = new AtomicReference<>(); // From its read on it is away.
    AtomicBoolean isBack = new AtomicBoolean();
    AtomicBoolean isLost = new AtomicBoolean();
    AtomicInteger refused = new AtomicInteger();
    DataSource awayAfterARead =
        JdbcProxy.dataSource(
            () -> {
              if (reading.get() == null || isBack.get()) return database.getConnection();
              if (Thread.currentThread() == reading.get()) isLost.set(true);
              refused.incrementAndGet();
              throw new SQLException("the database is away", "08001");
            });
    CallListener readIsOver =
        event -> {
          if (event instanceof AttemptEnded read
              && Operation.GET_LOAD_POSITION.equals(read.operation())) {
            boolean unused = reading.compareAndSet(null, Thread.currentThread());
          }
        };
    try (FreightClient watched =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .listener(readIsOver)
            .build()) {
      FreightJobs jobs = start(quick(FreightJobs.builder(awayAfterARead, watched)));
      book(jobs, "PO-1", LOAD);
      awaitFollowed();
      server.load(loads().get(0)).deliver();
      server.clock().advance(Duration.ofDays(1));
      pollUntil(() -> isLost.get() && refused.get() >= 40);
      server.clock().advance(Duration.ofMinutes(2));
      assertThat(listener.events).isEmpty();
      isBack.set(true);
      listener.awaitEvent(LoadEvent.Delivered.class);
      pollUntil(() -> rows("freight-load/jobs") == 0);
      assertThat(reads()).as("read again, because what was read was not stored").isEqualTo(2);
      jobs.close();
    }
  }

  @Test
  void serviceOutageCostsNothingAndFollowingContinues() throws Exception {
    follow("PO-1");
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());
    server.load(loads().get(0)).deliver();
    server.clock().advance(Duration.ofDays(1));
    pollUntil(() -> failures() >= 1);
    server.clock().advance(Duration.ofHours(1));
    pollUntil(() -> failures() >= 2);
    assertThat(listener.events).isEmpty();
    server.faults().clear();
    server.clock().advance(Duration.ofMinutes(10));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> rows("freight-load/jobs") == 0);
    assertThat(reads()).isEqualTo(1);
  }

  /** The timeouts and the retry policy of the client do not apply. */
  @Test
  void eachCallOfTheJobsHasThirtySecondsAndTheStandardPolicy() throws Exception {
    Map<String, CallOptions> options = new ConcurrentHashMap<>();
    FreightClient recorded =
        JdbcProxy.of(
            FreightClient.class,
            (method, arguments) -> {
              if (arguments != null && arguments[arguments.length - 1] instanceof CallOptions each)
                options.put(method.getName(), each);
              return JdbcProxy.invoke(client, method, arguments);
            });
    FreightJobs jobs = start(builderOf(recorded));
    book(jobs, "PO-1", LOAD);
    awaitFollowed();
    server.clock().advance(Duration.ofHours(3));
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    assertThat(options).containsOnlyKeys("createLoad", "getLoadPosition");
    assertThat(options.values())
        .allSatisfy(
            each ->
                assertThat(each)
                    .returns(Duration.ofSeconds(30), CallOptions::deadline)
                    .returns(RetryPolicy.standard(), CallOptions::retryPolicy));
  }

  @Test
  void readsOverACustomersLimitWaitAndContinue() throws Exception {
    Clock clock = server.clock().asClock();
    Instant tomorrow = clock.instant().plus(Duration.ofDays(1));
    TestGuard guard = TestGuard.unlimited();
    TestGuard.TestScope acme = guard.scope("acme");
    guard.decideWith(
        purchase ->
            purchase.operation() == Operation.GET_LOAD_POSITION
                    && acme.equals(purchase.scope())
                    && clock.instant().isBefore(tomorrow)
                ? new LimitExceeded("0.66 USD", new BigDecimal("0.02"), BigDecimal.ZERO, tomorrow)
                : new Reservation(purchase));
    try (FreightClient limited =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .clock(clock)
            .spendGuard(guard)
            .build()) {
      FreightJobs jobs = start(builderOf(limited).scopes(Map.of("acme", acme)::get));
      book(jobs, "PO-1", LOAD.toBuilder().pickups(soon()).build());
      awaitFollowed();
      server.load(loads().get(0)).deliver();
      server.clock().advance(Duration.ofHours(20));
      pollUntil(() -> failures() >= 2);
      assertThat(reads()).isZero();
      server.clock().advance(Duration.ofHours(5));
      listener.awaitEvent(LoadEvent.Delivered.class);
      pollUntil(() -> rows("freight-load/jobs") == 0);
      assertThat(reads()).isEqualTo(1);
      jobs.close();
    }
  }

  private StopInput soon() {
    return LOAD.pickups().get(0).toBuilder()
        .date(server.clock().asClock().instant().plus(Duration.ofHours(2)))
        .build();
  }

  @Test
  void pagesReadTheCachedPosition() throws Exception {
    follow("PO-1");
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.FollowingStarted.class);
    CallOptions page = CallOptions.builder().maxAge(Duration.ofMinutes(2)).build();
    client.getLoadPosition(loads().get(0), page);
    assertThat(reads()).isEqualTo(1);
  }

  /** Starts an instance that books an order, and waits until its load is followed. */
  private FreightJobs follow(String reference) throws Exception {
    FreightJobs jobs = start(builder());
    book(jobs, reference, LOAD);
    awaitFollowed();
    return jobs;
  }
}
