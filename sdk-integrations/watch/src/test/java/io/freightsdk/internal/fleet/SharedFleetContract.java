package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.LoadEvent.StatusChanged;
import io.freightsdk.watch.LoadEvent.StopLeft;
import io.freightsdk.watch.LoadEvent.StopReached;
import io.freightsdk.watch.WatchOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes that share a fleet, in one thread and one virtual time, over a database. */
@Timeout(600)
abstract class SharedFleetContract {
  private final ScriptedFleet service = new ScriptedFleet();
  private final String account = "acme-" + UUID.randomUUID();
  private final TestDatabase database;
  private final Duration day;
  private final int everyDeath;

  /**
   * @param day how long the fleets go on; what they do is done after three hours, but for their
   *     signs of life
   * @param everyDeath 1 to try each event that a process can die in, 2 to try every other
   */
  SharedFleetContract(String url, Duration day, int everyDeath) {
    this.database = new TestDatabase(url);
    this.day = day;
    this.everyDeath = everyDeath;
  }

  @AfterEach
  void close() throws Exception {
    database.close();
  }

  /** One of the processes, with its own way to the database, and what it was told. */
  private final class Instance {
    final FaultyDatabase way = new FaultyDatabase(database);
    final List<LoadEvent> told = new ArrayList<>();
    final Fleet fleet;

    Instance() {
      this(Duration.ZERO);
    }

    Instance(Duration ahead) {
      this(ahead, Runnable::run);
    }

    /**
     * @param threads what asks the database
     */
    Instance(Duration ahead, Executor threads) {
      FleetTables tables = FleetTables.open(way.dataSource(), account, true);
      fleet = service.fleet(OPTIONS, tables, ahead, threads);
    }

    Instance listening() {
      CompletableFuture<Void> unused = fleet.listen(told::add);
      return this;
    }

    List<String> facts() {
      return told.stream().map(SharedFleetContract::fact).toList();
    }

    /** The process is gone: it neither hears nor says anything any more. */
    void dies() {
      way.away = true;
    }
  }

  private static final FleetOptions OPTIONS =
      FleetOptions.builder()
          .budgetPerDay("10.00")
          .watch(
              WatchOptions.builder().floor(Duration.ofMinutes(2)).deliverOn(Runnable::run).build())
          .build();

  private List<String> book(int loads) {
    List<String> booked = new ArrayList<>();
    for (int i = 1; i <= loads; i++) booked.add(service.book(i, Duration.ofMinutes(11L * i)));
    return booked;
  }

  @Test
  void twoInstancesPayOnceAndTellOnce() {
    List<String> loads = book(5);
    ScriptedFleet alone = new ScriptedFleet();
    for (int i = 1; i <= 5; i++) alone.book(i, Duration.ofMinutes(11L * i));
    FleetWatch one = alone.fleet(OPTIONS);
    List<LoadEvent> events = new ArrayList<>();
    CompletableFuture<Void> unused = one.listen(events::add);
    loads.forEach(one::add);
    alone.time.advance(day);

    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    loads.forEach(east.fleet::add);
    loads.forEach(west.fleet::add);
    service.time.advance(day);

    assertThat(service.reads).hasSameSizeAs(alone.reads);
    List<String> told = new ArrayList<>(east.facts());
    told.addAll(west.facts());
    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(
            events.stream().map(SharedFleetContract::fact).toList());
    assertThat(east.fleet.leads()).isNotEqualTo(west.fleet.leads());
    assertThat(west.told).isEmpty();
    assertThat(west.fleet.loads()).isEmpty();
  }

  @Test
  void aLoadThatIsAddedAnywhereIsFollowedByWhoeverLeadsWithinSeconds() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    String load = service.book(1, Duration.ZERO);

    ScriptedFleet alone = new ScriptedFleet();
    alone.book(1, Duration.ZERO);
    Fleet one = alone.fleet(OPTIONS);
    CompletableFuture<Void> unused = one.listen(event -> {});
    one.add(load);
    alone.time.advance(Duration.ofMinutes(30));
    Instant firstRead = alone.reads.get(0).at();

    west.fleet.add(load);
    service.time.advance(Duration.ofMinutes(30));

    assertThat(service.reads.get(0).at())
        .as("when it would be read where it was added, or at the next beat")
        .isBetween(firstRead, firstRead.plusSeconds(2));
    assertThat(east.told).hasAtLeastOneElementOfType(FirstSeen.class);
    assertThat(west.told).isEmpty();
    assertThat(west.fleet.loads()).containsExactly(load);
    assertThat(west.fleet.cursor(load)).isNotNull().isEqualTo(east.fleet.cursor(load));
  }

  @Test
  void aLoadThatIsRemovedAnywhereIsReadNoMore() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(10));

    west.fleet.remove(load);
    service.time.advance(Duration.ofSeconds(4));
    int read = service.reads.size();
    service.time.advance(day);

    assertThat(service.reads).hasSize(read);
    assertThat(east.fleet.loads()).isEmpty();
    assertThat(west.fleet.cursor(load)).as("is kept").isNotNull();
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(10));
    assertThat(east.told.stream().filter(FirstSeen.class::isInstance)).hasSize(1);
    assertThat(east.told).hasAtLeastOneElementOfType(Delivered.class);
  }

  @Test
  void anotherInstanceGoesOnFromTheReadingsWithinAMinuteAfterTheLeaderDied() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    List<String> loads = book(4);
    loads.forEach(east.fleet::add);
    service.time.advance(Duration.ofMinutes(50));
    int read = service.reads.size();
    PositionReading cursor = west.fleet.cursor(loads.get(0));

    east.dies();
    service.time.advance(Duration.ofSeconds(29));
    assertThat(west.fleet.leads()).isFalse();
    service.time.advance(Duration.ofSeconds(31));

    assertThat(west.fleet.leads()).isTrue();
    assertThat(service.reads.size() - read).as("reads in this minute").isLessThan(4);
    assertThat(west.fleet.cursor(loads.get(0)).readAt()).isAfterOrEqualTo(cursor.readAt());
    service.time.advance(day);
    assertThat(west.told).noneMatch(FirstSeen.class::isInstance);
    List<String> told = new ArrayList<>(east.facts());
    told.addAll(west.facts());
    assertThat(told.stream().filter(fact -> fact.startsWith("Delivered"))).hasSize(4);
    assertThat(lasting(told)).doesNotHaveDuplicates().hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1})
  void clocksThatAreAnHourApartDecideNothing(long hours) {
    Instance east = new Instance(Duration.ofHours(hours)).listening();
    Instance west = new Instance().listening();
    book(4).forEach(east.fleet::add);
    service.time.advance(Duration.ofMinutes(50));
    assertThat(west.fleet.leads()).as("a leader that lives is left alone").isFalse();

    east.dies();
    service.time.advance(Duration.ofSeconds(29));
    assertThat(west.fleet.leads()).isFalse();
    service.time.advance(Duration.ofSeconds(31));
    assertThat(west.fleet.leads()).isTrue();
    int read = service.reads.size();
    service.time.advance(day);

    assertThat(service.reads).hasSizeGreaterThan(read);
    List<String> told = new ArrayList<>(east.facts());
    told.addAll(west.facts());
    assertThat(lasting(told)).doesNotHaveDuplicates().hasSizeGreaterThan(20);
  }

  /** Its beats stay out for a moment, and just then the clocks are set. */
  @Test
  void aClockThatJumpsAnHourMakesNobodyTakeTheLead() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    book(4).forEach(east.fleet::add);
    service.time.advance(Duration.ofMinutes(10));

    east.way.away = true;
    service.jumped = Duration.ofHours(1);
    service.time.advance(Duration.ofSeconds(6));
    assertThat(west.fleet.leads()).isFalse();
    east.way.away = false;
    service.time.advance(Duration.ofSeconds(6));

    assertThat(east.fleet.leads()).isTrue();
    assertThat(west.fleet.leads()).isFalse();
  }

  @Test
  void aClockThatIsSetBackAnHourKeepsNobodyFromTakingTheLead() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    book(4).forEach(east.fleet::add);
    service.time.advance(Duration.ofMinutes(10));

    service.jumped = Duration.ofHours(-1);
    service.time.advance(Duration.ofMinutes(2));
    assertThat(east.fleet.leads()).as("it gives signs of life").isTrue();
    east.dies();
    service.time.advance(Duration.ofSeconds(29));
    assertThat(west.fleet.leads()).isFalse();
    service.time.advance(Duration.ofSeconds(31));
    assertThat(west.fleet.leads()).isTrue();
  }

  /** As does the clock of a test that is moved, or the one of a machine that is corrected. */
  @Test
  void aClockThatIsSetWhileTheDatabaseIsAskedMakesNoAnswerLate() {
    Instance east = new Instance().listening();
    List<String> loads = book(3);
    loads.forEach(east.fleet::add);
    east.way.beforeAsking = () -> service.jumped = service.jumped.plusMinutes(1);
    service.time.advance(day);

    assertThat(east.fleet.leads()).isTrue();
    assertThat(east.fleet.loads()).isEmpty();
    assertThat(lasting(east.facts())).doesNotHaveDuplicates().hasSizeGreaterThan(15);
  }

  @Test
  void anotherInstanceLeadsWithinTwoSecondsAfterTheLeaderIsClosed() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(40));

    east.fleet.close();
    assertThat(east.fleet.leads()).isFalse();
    service.time.advance(Duration.ofSeconds(2));

    assertThat(west.fleet.leads()).isTrue();
    service.time.advance(day);
    List<String> told = new ArrayList<>(east.facts());
    told.addAll(west.facts());
    assertThat(lasting(told)).doesNotHaveDuplicates().hasSizeGreaterThan(5);
  }

  @Test
  void whoHasNoListenerAnyMoreLetsAnotherOneLead() {
    Instance east = new Instance();
    CompletableFuture<Void> listening = east.fleet.listen(east.told::add);
    Instance west = new Instance().listening();
    assertThat(east.fleet.leads()).isTrue();

    listening.cancel(true);
    service.time.advance(Duration.ofSeconds(2));

    assertThat(east.fleet.leads()).isFalse();
    assertThat(west.fleet.leads()).isTrue();
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsReadAndThenItGoesOn() {
    try (LogLines log = new LogLines()) {
      Instance east = new Instance().listening();
      book(4).forEach(east.fleet::add);
      service.time.advance(Duration.ofMinutes(30));
      int read = service.reads.size();
      int told = east.told.size();

      east.way.away = true;
      service.time.advance(Duration.ofMinutes(30));
      assertThat(service.reads).hasSize(read);
      assertThat(east.told).hasSize(told);

      east.way.away = false;
      service.time.advance(day);
      assertThat(lasting(east.facts())).doesNotHaveDuplicates();
      assertThat(east.facts().stream().filter(fact -> fact.startsWith("Delivered"))).hasSize(4);
      assertThat(log.warnings())
          .anyMatch(
              line ->
                  line.contains(
                      "its database cannot be reached; nothing is read until it answers"));
    }
  }

  /** It was frozen between its question and its read, and in the middle of a read. */
  @Test
  void aLeaderThatWakesAfterAnotherHasTakenOverReadsAndTellsNothing() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    List<String> loads = book(3);
    loads.forEach(east.fleet::add);
    service.time.advance(Duration.ofMinutes(25));
    CompletableFuture<Void> answer = new CompletableFuture<>();
    service.held = answer;
    int before = service.reads.size();
    while (service.reads.size() == before) service.time.advance(Duration.ofSeconds(10));
    service.held = CompletableFuture.completedFuture(null);

    east.way.away = true; // Frozen: its beats do not arrive.
    service.time.advance(Duration.ofMinutes(1));
    assertThat(west.fleet.leads()).isTrue();
    int told = east.told.size();
    int read = service.reads.size();
    east.way.away = false;
    answer.complete(null);

    assertThat(east.told).hasSize(told);
    assertThat(service.reads).hasSize(read);
    service.time.advance(day);
    assertThat(east.fleet.leads()).isFalse();
    assertThat(east.told).hasSize(told);
    List<String> all = new ArrayList<>(east.facts());
    all.addAll(west.facts());
    assertThat(lasting(all)).doesNotHaveDuplicates().hasSizeGreaterThan(15);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReadThatItsDatabaseAllowsAMinuteLaterIsNotMade(boolean isDone) {
    hangsAMinute(1, isDone);
  }

  /** With the reading, or with what is asked after it. */
  @ParameterizedTest
  @CsvSource({"2,false", "2,true", "3,false", "3,true"})
  void aReadingThatIsStoredAMinuteLaterIsToldByOneOfTheTwo(int question, boolean isDone) {
    hangsAMinute(question, isDone);
  }

  /**
   * The leader's database hangs until another one leads.
   *
   * @param question which one of a read, from 1
   * @param isDone whether only the answer comes late
   */
  private void hangsAMinute(int question, boolean isDone) {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    book(3).forEach(east.fleet::add);
    service.time.advance(Duration.ofMinutes(25));
    List<Integer> read = new ArrayList<>();
    List<Integer> told = new ArrayList<>();
    List<Instant> asked = new ArrayList<>();
    Runnable hangs =
        () -> {
          Instant now = service.time.instant();
          asked.removeIf(now::isAfter);
          asked.add(now);
          boolean isBeat =
              Duration.between(ScriptedFleet.START, now).toMillis() % FleetLease.BEAT.toMillis()
                  == 0;
          int ofRead = asked.size() - (isBeat ? 1 : 0);
          if (!read.isEmpty() || ofRead != question) return;
          east.way.away = true; // Whatever else it asks meanwhile.
          service.time.advance(Duration.ofMinutes(1));
          east.way.away = false;
          read.add(service.reads.size());
          told.add(east.told.size());
        };
    if (isDone) east.way.beforeAnswering = hangs;
    else east.way.beforeAsking = hangs;
    for (int i = 0; i < 1200 && read.isEmpty(); i++) service.time.advance(Duration.ofSeconds(10));

    assertThat(read).as("it has hung").hasSize(1);
    assertThat(west.fleet.leads()).isTrue();
    assertThat(service.reads).hasSize(read.get(0));
    assertThat(east.told).hasSize(told.get(0));
    service.time.advance(day);
    assertThat(east.fleet.leads()).isFalse();
    assertThat(east.told).hasSize(told.get(0));
    List<String> all = new ArrayList<>(east.facts());
    all.addAll(west.facts());
    assertThat(lasting(all)).doesNotHaveDuplicates().hasSizeGreaterThan(15);
  }

  @Test
  void commitsWhoseAnswerWasLostChangeNothing() {
    Instance east = new Instance().listening();
    List<String> loads = book(4);
    loads.forEach(east.fleet::add);
    for (int i = 0; i < 60; i++) {
      east.way.answersLost.set(1);
      service.time.advance(Duration.ofMinutes(1));
      east.way.commitsLost.set(1);
      service.time.advance(Duration.ofMinutes(1));
    }
    service.time.advance(day);
    assertThat(east.fleet.leads()).isTrue();
    assertThat(lasting(east.facts())).doesNotHaveDuplicates().hasSizeGreaterThan(20);
    assertThat(east.fleet.loads()).isEmpty();
  }

  /** Wherever the process ends, what was not taken is told by the next one. */
  @Test
  void everyEventIsToldThoughTheProcessDiesWhileItIsHandled() {
    try (LogLines log = new LogLines()) {
      Set<String> all = storyOf(Integer.MAX_VALUE);
      assertThat(all).hasSizeGreaterThan(20);
      for (int dies = 0; dies < all.size(); dies += everyDeath) {
        assertThat(storyOf(dies)).as("died after %d events", dies).isEqualTo(all);
      }
      assertThat(log.warnings()).anyMatch(line -> line.contains("a subscriber threw an exception"));
    }
  }

  /** The event was handled, and that could not be stored any more. */
  @Test
  void whatCouldNotBeStoredIsStoredWhenTheDatabaseIsBack() {
    try (LogLines log = new LogLines()) {
      Instance east = new Instance();
      CompletableFuture<Void> unused =
          east.fleet.listen(
              event -> {
                if (event instanceof Delivered) east.way.away = true;
              });
      String load = service.book(1, Duration.ZERO);
      east.fleet.add(load);
      service.time.advance(day);
      assertThat(east.way.away).isTrue();

      east.way.away = false;
      service.time.advance(Duration.ofSeconds(4));

      assertThat(east.fleet.loads()).isEmpty();
      assertThat(east.fleet.cursor(load).position().status().toString()).isEqualTo("DELIVERED");
      assertThat(log.warnings()).anyMatch(line -> line.contains("could not be kept"));
      assertThat(log.warnings()).anyMatch(line -> line.contains("its database cannot be reached"));
    }
  }

  @Test
  void anEventThatAListenerRefusesIsToldAgain() {
    Instance east = new Instance();
    AtomicBoolean refuses = new AtomicBoolean(true);
    CompletableFuture<Void> refused =
        east.fleet.listen(
            event -> {
              if (event instanceof Delivered && refuses.getAndSet(false)) {
                throw new IllegalStateException("a test");
              }
            });
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(day);
    assertThat(refused).isCompletedExceptionally();
    assertThat(east.fleet.loads()).as("not all of it was heard").containsExactly(load);

    CompletableFuture<Void> unused = east.fleet.listen(east.told::add);
    service.time.advance(day);
    assertThat(east.told).hasAtLeastOneElementOfType(Delivered.class);
    assertThat(east.fleet.loads()).isEmpty();
  }

  /** The other one has heard it. */
  @Test
  void whatOneOfTwoListenersRefusesIsNotDeliveredUntilItIsHeard() {
    Instance east = new Instance().listening();
    AtomicBoolean refuses = new AtomicBoolean(true);
    CompletableFuture<Void> refused =
        east.fleet.listen(
            event -> {
              if (event instanceof Delivered && refuses.getAndSet(false)) {
                throw new IllegalStateException("a test");
              }
            });
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(day);
    assertThat(refused).isCompletedExceptionally();
    assertThat(east.told).hasAtLeastOneElementOfType(Delivered.class);
    assertThat(east.fleet.loads()).as("one has not heard it").containsExactly(load);

    List<LoadEvent> again = new ArrayList<>();
    CompletableFuture<Void> unused = east.fleet.listen(again::add);
    assertThat(again).hasAtLeastOneElementOfType(Delivered.class);
    assertThat(east.fleet.loads()).isEmpty();
  }

  /** It hangs in an event until another instance has led, and told all. */
  @Test
  void whatIsRefusedAfterTheLeadWasLostIsNotToldWhenItIsRegained() {
    Instance east = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(10));
    Instance west = new Instance().listening();
    CompletableFuture<Void> refused =
        east.fleet.listen(
            event -> {
              east.way.away = true;
              service.time.advance(Duration.ofMinutes(1));
              east.way.away = false;
              service.time.advance(day);
              throw new IllegalStateException("a test");
            });
    assertThat(refused).isCompletedExceptionally();
    assertThat(west.told).hasAtLeastOneElementOfType(Delivered.class);

    List<LoadEvent> again = new ArrayList<>();
    CompletableFuture<Void> unused = east.fleet.listen(again::add);
    west.fleet.close();
    service.time.advance(Duration.ofMinutes(1));
    assertThat(east.fleet.leads()).isTrue();
    assertThat(again).isEmpty();
  }

  @Test
  void whatIsRefusedOfALoadThatTheListenerHasRemovedIsNotToldAgain() {
    Instance east = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(10));
    CompletableFuture<Void> refused =
        east.fleet.listen(
            event -> {
              east.fleet.remove(load);
              throw new IllegalStateException("a test");
            });
    assertThat(refused).isCompletedExceptionally();

    List<LoadEvent> again = new ArrayList<>();
    CompletableFuture<Void> unused = east.fleet.listen(again::add);
    service.time.advance(day);
    assertThat(again).isEmpty();
  }

  /** Its read is on its way while nobody listens for a moment. */
  @Test
  void whoLeadsAgainFollowsEachLoadOnce() {
    Instance east = new Instance();
    CompletableFuture<Void> first = east.fleet.listen(east.told::add);
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    CompletableFuture<Void> answer = new CompletableFuture<>();
    service.held = answer;
    while (service.reads.isEmpty()) service.time.advance(Duration.ofSeconds(10));
    first.cancel(true);
    CompletableFuture<Void> unused = east.fleet.listen(east.told::add);
    service.held = CompletableFuture.completedFuture(null);
    answer.complete(null);
    service.time.advance(Duration.ofMinutes(20));
    assertThat(east.told.stream().filter(FirstSeen.class::isInstance)).hasSize(1);

    east.fleet.remove(load);
    service.time.advance(Duration.ofSeconds(4));
    int read = service.reads.size();
    service.time.advance(day);
    assertThat(service.reads).hasSize(read);
  }

  @Test
  void aLoadWhoseEventsAreAlwaysRefusedKeepsNoOtherOneWaiting() {
    Instance east = new Instance();
    List<String> loads = book(2);
    loads.forEach(east.fleet::add);
    AtomicInteger refused = new AtomicInteger();
    AtomicBoolean accepts = new AtomicBoolean();
    Consumer<LoadEvent> listener =
        event -> {
          if (!accepts.get() && event.loadNumber().equals(loads.get(0))) {
            refused.incrementAndGet();
            throw new IllegalStateException("a test");
          }
          east.told.add(event);
        };
    CompletableFuture<Void> listening = east.fleet.listen(listener);
    for (Duration passed = Duration.ZERO; passed.compareTo(day) < 0; ) {
      service.time.advance(Duration.ofSeconds(5));
      passed = passed.plusSeconds(5);
      if (listening.isDone()) listening = east.fleet.listen(listener);
    }

    assertThat(east.told).hasAtLeastOneElementOfType(Delivered.class);
    assertThat(east.facts()).doesNotHaveDuplicates();
    assertThat(east.fleet.loads()).containsExactly(loads.get(0));
    assertThat(refused).as("tried again").hasValueBetween(20, 50);

    accepts.set(true);
    service.time.advance(FleetRefusals.LONGEST);
    assertThat(east.fleet.loads()).isEmpty();
    assertThat(east.told.stream().filter(Delivered.class::isInstance)).hasSize(2);
  }

  @Test
  void aDeliveredLoadIsNotFollowedAgainUntilItIsPurged() {
    Instance east = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(day);
    int told = east.told.size();

    east.fleet.add(load);
    service.time.advance(day);
    assertThat(east.told).hasSize(told);

    FleetTables.open(database, account, false).purge(service.time.instant().plusSeconds(1));
    east.fleet.add(load);
    service.time.advance(day);
    assertThat(east.told).hasSizeGreaterThan(told);
  }

  @Test
  void aLoadThatIsGivenUpLeavesForEveryInstance() {
    Instance east = new Instance().listening();
    Instance west = new Instance().listening();
    service.failures = load -> noSuchLoad();
    west.fleet.add(service.book(1, Duration.ZERO));
    service.time.advance(Duration.ofMinutes(30));

    assertThat(east.told).hasAtLeastOneElementOfType(ReadFailed.class);
    assertThat(west.fleet.loads()).isEmpty();
  }

  private static LoadNotFoundException noSuchLoad() {
    return new LoadNotFoundException(
        FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.NONE, null),
        "no such load",
        null,
        Map.of());
  }

  @Test
  void aLoadThatIsGivenUpWhileTheDatabaseIsAwayLeavesWhenItIsBack() {
    Instance east = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    service.failures =
        any -> {
          east.way.away = true;
          return noSuchLoad();
        };
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(30));
    assertThat(east.told).as("it has not left").isEmpty();

    service.failures = any -> null;
    east.way.away = false;
    service.time.advance(Duration.ofSeconds(4));
    assertThat(east.told).hasOnlyElementsOfType(ReadFailed.class).hasSize(1);
    assertThat(east.fleet.loads()).isEmpty();

    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(30));
    assertThat(service.readsOf(load)).isPositive();
  }

  /** By a database that takes its time. */
  @Test
  void whoAddsALoadWhenItIsToldThatItHasLeftHasItFollowed() {
    Instance east =
        new Instance(Duration.ZERO, task -> service.time.after(Duration.ofMillis(1), task));
    service.failures = any -> noSuchLoad();
    CompletableFuture<Void> unused =
        east.fleet.listen(
            event -> {
              east.told.add(event);
              if (event instanceof ReadFailed failed) {
                service.failures = any -> null;
                east.fleet.add(failed.loadNumber());
              }
            });
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(30));

    assertThat(east.told).hasAtLeastOneElementOfType(ReadFailed.class);
    assertThat(east.fleet.loads()).containsExactly(load);
    assertThat(east.told).hasAtLeastOneElementOfType(FirstSeen.class);
  }

  @Test
  void anAnswerIsToldAndStoredThoughTheClockWasSetBack() {
    Instance east = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(50));
    assertThat(east.told).hasAtLeastOneElementOfType(FirstSeen.class);

    service.jumped = Duration.ofHours(-1);
    service.bookedAt.put(load, ScriptedFleet.START.minus(Duration.ofHours(3)));
    service.time.advance(day);

    assertThat(east.told).hasAtLeastOneElementOfType(Delivered.class);
    assertThat(east.fleet.loads()).isEmpty();
  }

  /**
   * @param leads whether this process leads when the load is removed
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsAddedAgainDoesNotWaitForWhatWasRefusedBefore(boolean leads) {
    Instance east = new Instance();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    AtomicInteger refused = new AtomicInteger();
    CompletableFuture<Void> listening = CompletableFuture.completedFuture(null);
    while (refused.get() < 5) {
      if (listening.isDone()) {
        listening =
            east.fleet.listen(
                event -> {
                  refused.incrementAndGet();
                  throw new IllegalStateException("a test");
                });
      }
      service.time.advance(Duration.ofSeconds(1));
    }

    if (leads) east.listening();
    assertThat(east.told).as("it waits for 80 seconds").isEmpty();
    east.fleet.remove(load);
    if (!leads) east.listening();
    service.time.advance(Duration.ofSeconds(4));
    east.fleet.add(load);
    service.time.advance(Duration.ofSeconds(10));

    assertThat(east.told).hasAtLeastOneElementOfType(FirstSeen.class);
  }

  @Test
  void fleetsOfOtherNamesAndAccountsAreOthers() {
    Instance east = new Instance().listening();
    FleetTables tables = FleetTables.open(database, account, true);
    Fleet other = service.fleet(OPTIONS.toBuilder().name("other").build(), tables);
    Fleet stranger = service.fleet(OPTIONS, FleetTables.open(database, account + "2", true));
    CompletableFuture<Void> unused = other.listen(event -> {});
    unused = stranger.listen(event -> {});
    east.fleet.add(service.book(1, Duration.ZERO), Loads.twoStops());

    assertThat(other.leads()).isTrue();
    assertThat(stranger.leads()).isTrue();
    assertThat(other.loads()).isEmpty();
    assertThat(stranger.loads()).isEmpty();
  }

  @Test
  void aPositionThatOthersHaveReadSinceIsTakenForFree() {
    Instance east = new Instance().listening();
    String load = service.book(1, Duration.ZERO);
    east.fleet.add(load);
    service.time.advance(Duration.ofMinutes(20));
    Instant last = east.fleet.cursor(load).readAt();
    int before = service.reads.size();
    while (service.reads.size() == before) service.time.advance(Duration.ofSeconds(1));

    CallOptions options = service.reads.get(before).options();
    assertThat(options.maxAge())
        .as("whatever is younger than the last reading")
        .isEqualTo(Duration.between(last, service.reads.get(before).at()));
  }

  /** Lasting facts that a process told which handles so many events until it ends, and the next. */
  private Set<String> storyOf(int handles) {
    ScriptedFleet world = new ScriptedFleet();
    FleetTables tables = FleetTables.open(database, "acme-" + UUID.randomUUID(), true);
    Set<String> told = new HashSet<>();
    Fleet first = world.fleet(OPTIONS, tables);
    Fleet second = world.fleet(OPTIONS, tables);
    first.subscribe(new DyingSubscriber(told, handles));
    second.subscribe(new DyingSubscriber(told, Integer.MAX_VALUE));
    for (int i = 1; i <= 4; i++) first.add(world.book(i, Duration.ofMinutes(11L * i)));
    world.time.advance(day);
    return told;
  }

  private static List<String> lasting(List<String> facts) {
    return facts.stream()
        .filter(fact -> !fact.startsWith("Moved") && !fact.startsWith("EtaMoved"))
        .filter(fact -> !fact.startsWith("GpsSilent") && !fact.startsWith("StopTimes"))
        .toList();
  }

  /** An event without what depends on when it was read. */
  static String fact(LoadEvent event) {
    String what = event.getClass().getSimpleName() + " of " + event.loadNumber();
    if (event instanceof StatusChanged change) {
      return what + " to " + change.to();
    }
    if (event instanceof StopReached reached) {
      return what + " " + reached.stop().sequence();
    }
    return event instanceof StopLeft left ? what + " " + left.stop().sequence() : what;
  }

  /** Takes so many events, then never says that it took the last one, and wants no more. */
  private static final class DyingSubscriber implements Flow.Subscriber<LoadEvent> {
    private final Set<String> told;
    private int left;

    DyingSubscriber(Set<String> told, int takes) {
      this.told = told;
      this.left = takes;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(LoadEvent event) {
      if (left-- <= 0) {
        throw new IllegalStateException("the process has died");
      }
      told.add(fact(event));
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
