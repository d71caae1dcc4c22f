package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.SpendGuard;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.LogLines;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final ScriptedFleet service = new ScriptedFleet();
  private final List<LoadEvent> events = new ArrayList<>();

  @Test
  void oneStreamTellsTheStoryOfEveryLoad() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.listen(events::add);
    for (int i = 1; i <= 5; i++) {
      fleet.add(service.book(i, Duration.ofMinutes(7L * i)));
    }

    service.time.advance(Duration.ofHours(12));

    assertThat(events).filteredOn(FirstSeen.class::isInstance).hasSize(5);
    assertThat(events).filteredOn(Delivered.class::isInstance).hasSize(5);
    assertThat(fleet.loads()).as("delivered loads leave").isEmpty();
  }

  @Test
  void nothingIsReadUntilSomebodyListensNorAfterTheyLeft() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.add(service.book(1, Duration.ofHours(3)));
    service.time.advance(Duration.ofHours(6));
    assertThat(service.reads).isEmpty();

    assertNothingIsReadOnceSomebodyHasLeft(fleet);
  }

  private void assertNothingIsReadOnceSomebodyHasLeft(FleetWatch fleet) {
    CompletableFuture<Void> listening = fleet.listen(events::add);
    service.time.advance(Duration.ofMinutes(1));
    listening.cancel(true);
    int before = service.reads.size();
    service.time.advance(DAY);

    assertThat(service.reads).hasSize(before);
  }

  @Test
  void readsThatWaitForTheirTurnAreNotMadeOnceEveryListenerLeft() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    CompletableFuture<Void> answer = new CompletableFuture<>();
    service.held = answer;
    for (int i = 1; i <= 20; i++) {
      fleet.add(service.book(i, Duration.ofMinutes(7L * i)));
    }
    CompletableFuture<Void> listening = fleet.listen(events::add);
    service.time.advance(Duration.ofHours(1));
    assertThat(service.reads).as("as many as the gate lets in at once").hasSize(8);

    listening.cancel(true);
    answer.complete(null);
    assertThat(service.reads).hasSize(8);

    CompletableFuture<Void> again = fleet.listen(events::add);
    service.time.advance(Duration.ofHours(12));
    assertThat(again).isNotDone();
    assertThat(events).filteredOn(Delivered.class::isInstance).hasSize(20);
  }

  @Test
  void nothingIsReadForAnotherSubscriberThatAsksForNothing() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.add(service.book(1, Duration.ofHours(3)));
    fleet.iterator(); // Asks for an event only while a thread waits for it.
    assertNothingIsReadOnceSomebodyHasLeft(fleet);
  }

  @Test
  void loadsThatAreRemovedWhileTheyAreReadHoldUpNoOther() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    CompletableFuture<Void> answer = new CompletableFuture<>();
    service.held = answer;
    List<String> all = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      String load = service.book(i, Duration.ofMinutes(7L * i));
      all.add(load);
      fleet.add(load);
    }
    fleet.listen(events::add);
    service.time.advance(Duration.ofHours(1));

    // As many as a fleet reads at once: eight are sent, the others wait for their turn.
    all.subList(0, 32).forEach(fleet::remove);
    service.held = CompletableFuture.completedFuture(null);
    answer.complete(null);
    service.time.advance(Duration.ofHours(24));

    assertThat(events).filteredOn(Delivered.class::isInstance).hasSize(8);
  }

  @Test
  void theBudgetLastsOverTheWindowAndIsUsed() {
    FleetWatch fleet = service.fleet(budget("2.00").build());
    fleet.listen(events::add);
    for (int i = 1; i <= 40; i++) {
      fleet.add(service.book(i, Duration.ofDays(30)));
    }
    service.time.advance(Duration.ofDays(1));
    int warmUp = service.reads.size();

    int days = 1;
    service.time.advance(Duration.ofDays(days));

    // 2.00 USD a day pay for 100 reads.
    assertThat((service.reads.size() - warmUp) / (double) days).isBetween(75.0, 125.0);
  }

  @Test
  void noLoadStaysUnreadLongerThanTheBoundAsFarAsMoneyGoes() {
    FleetWatch fleet = service.fleet(budget("2.00").longestUnread(Duration.ofHours(6)).build());
    fleet.listen(events::add);
    String quiet = service.book(1, Duration.ofDays(30));
    fleet.add(quiet);

    service.time.advance(Duration.ofDays(5));

    Instant before = ScriptedFleet.START;
    for (ScriptedFleet.Read read : service.reads) {
      assertThat(Duration.between(before, read.at())).isLessThanOrEqualTo(Duration.ofHours(6));
      before = read.at();
    }
    assertThat(service.reads).hasSizeGreaterThanOrEqualTo(20);
  }

  @Test
  void aFullLimitStopsReadsUntilItFreesAndIsNoFailure() {
    Instant freesAt = ScriptedFleet.START.plus(Duration.ofHours(5));
    FleetOptions options = budget("10.00").build();
    service.failures =
        load ->
            service.time.instant().isBefore(freesAt)
                ? new SpendLimitExceededException(
                    facts(),
                    new SpendGuard.LimitReached(
                        options.scope().limits().get(0).description(),
                        ScriptedFleet.PRICE,
                        BigDecimal.ZERO,
                        freesAt))
                : null;
    FleetWatch fleet = service.fleet(options);
    fleet.listen(events::add);
    fleet.add(service.book(1, Duration.ofDays(3)));

    service.time.advance(Duration.ofHours(5).minusSeconds(1));
    assertThat(events).isEmpty();
    service.time.advance(Duration.ofMinutes(1));

    assertThat(service.reads).isNotEmpty();
    assertThat(events).first().isInstanceOf(FirstSeen.class);
  }

  @Test
  void aLoadThatIsNotThereLeavesAndTheOthersGoOn() {
    String missing = service.book(1, Duration.ZERO);
    String there = service.book(2, Duration.ZERO);
    service.failures =
        load ->
            load.equals(missing)
                ? new LoadNotFoundException(facts(), "not found", null, Map.of())
                : null;
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.listen(events::add);
    fleet.add(missing);
    fleet.add(there);

    service.time.advance(Duration.ofHours(12));

    assertThat(events)
        .filteredOn(ReadFailed.class::isInstance)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.loadNumber()).isEqualTo(missing);
              assertThat(((ReadFailed) event).nextTryAt()).isEqualTo(Instant.MAX);
            });
    assertThat(events).last().isInstanceOf(Delivered.class);
    assertThat(fleet.loads()).isEmpty();
  }

  @Test
  void anEmptyBalanceIsWaitedForWithFreeCalls() {
    service.balanceUsd = new BigDecimal("0.01");
    service.failures =
        load ->
            service.balanceUsd.compareTo(ScriptedFleet.PRICE) < 0
                ? new InsufficientFundsException(
                    facts(),
                    "insufficient funds",
                    null,
                    Map.of(),
                    service.balanceUsd,
                    ScriptedFleet.PRICE,
                    "/billing/topup")
                : null;
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.listen(events::add);
    fleet.add(service.book(1, Duration.ZERO));
    service.time.advance(Duration.ofHours(4));
    assertThat(events).hasSize(1).first().isInstanceOf(ReadFailed.class);

    service.balanceUsd = BigDecimal.TEN;
    service.time.advance(Duration.ofHours(4));

    assertThat(events).last().isInstanceOf(Delivered.class);
  }

  @Test
  void aClientThatIsClosedWhileTheFleetLooksAtItsLedgerEndsItInSilence() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.add(service.book(1, Duration.ofDays(3)));
    CompletableFuture<Void> listening = fleet.listen(events::add);
    service.time.advance(Duration.ofHours(6));
    service.beforeLedger =
        () -> {
          fleet.close();
          throw new RejectedExecutionException("the threads of the client have ended");
        };
    try (LogLines log = new LogLines()) {
      service.time.advance(Duration.ofHours(6));

      assertThat(listening).isCompleted();
      assertThat(log.warnings()).isEmpty();
      assertThat(log.errors()).isEmpty();
      assertThat(log.debug()).anyMatch(line -> line.contains("ledger cannot be read"));
    }
  }

  @Test
  void whatIsAddedAgainDoesNotWaitForWhatWasRefusedBefore() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    String load = service.book(1, Duration.ZERO);
    fleet.add(load);
    for (int i = 0; i < 8; i++) {
      if (i > 0) service.time.advance(Duration.ofMinutes(10));
      fleet.listen(
          event -> {
            throw new IllegalStateException("a test");
          });
    }
    fleet.listen(events::add);
    service.time.advance(Duration.ofMinutes(5));
    assertThat(events).as("it waits for 640 seconds").isEmpty();

    fleet.remove(load);
    fleet.add(load);
    service.time.advance(Duration.ofMinutes(5));
    assertThat(events).hasAtLeastOneElementOfType(FirstSeen.class);
  }

  @Test
  void whatWasRefusedOfALoadThatIsRemovedIsNotToldAgain() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    String load = service.book(1, Duration.ZERO);
    refuseDeliveryOf(load, fleet);
    fleet.remove(load);

    fleet.listen(events::add);
    assertThat(events).isEmpty();
  }

  /**
   * @param isKnown whether it is told at once, and not in a task of the fleet
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsRefusedOfALoadThatTheListenerHasRemovedIsNotToldAgain(boolean isKnown) {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    String load = service.book(1, Duration.ZERO);
    fleet.add(load);
    if (isKnown) readOnce(fleet);
    CompletableFuture<Void> listening =
        fleet.listen(
            event -> {
              fleet.remove(load);
              throw new IllegalStateException("a test");
            });
    service.time.advance(Duration.ofHours(1));
    assertThat(listening).isCompletedExceptionally();

    fleet.listen(events::add);
    service.time.advance(DAY);
    assertThat(events).isEmpty();
  }

  @Test
  void nothingIsToldOfALoadThatWasRemovedWhileAnotherOneWasTold() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    for (int i = 1; i <= 5; i++) {
      fleet.add(service.book(i, Duration.ZERO));
    }
    readOnce(fleet);
    fleet.listen(
        event -> {
          events.add(event);
          fleet.loads().forEach(fleet::remove);
        });

    assertThat(events)
        .extracting(LoadEvent::loadNumber)
        .isNotEmpty()
        .containsOnly(events.get(0).loadNumber());
  }

  @Test
  void whatIsHeardAtItsFirstRetryNeverPausesThoughAnotherSubscriberIsStuck() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.add(service.book(1, Duration.ZERO));
    readOnce(fleet);
    Iterator<LoadEvent> stuck = fleet.iterator();
    for (int i = 1; i <= 3; i++) {
      fleet.listen(
          event -> {
            throw new IllegalStateException("a test");
          });
      CompletableFuture<Void> listening = fleet.listen(events::add);
      assertThat(events).filteredOn(FirstSeen.class::isInstance).as("told at once").hasSize(i);
      listening.cancel(true);
    }
    assertThat(stuck).hasNext();
  }

  @Test
  void aListenerThatHearsEndsNoPauseOfAnotherOneThatRefuses() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.add(service.book(1, Duration.ZERO));
    readOnce(fleet);
    fleet.listen(events::add);
    AtomicInteger refused = new AtomicInteger();
    for (int i = 0; i < 5; i++) {
      fleet.listen(
          event -> {
            refused.incrementAndGet();
            throw new IllegalStateException("a test");
          });
    }
    assertThat(refused).as("once more at once, and then it waits").hasValue(2);
  }

  @Test
  void aDeliveryThatWasRefusedIsToldToWhoListensNext() {
    FleetWatch fleet = service.fleet(budget("10.00").build());
    refuseDeliveryOf(service.book(1, Duration.ZERO), fleet);

    fleet.listen(events::add);
    assertThat(events).filteredOn(Delivered.class::isInstance).hasSize(1);
    fleet.listen(events::add);
    assertThat(events).filteredOn(Delivered.class::isInstance).as("heard").hasSize(1);
  }

  /** Somebody listens until each load was read. */
  private void readOnce(FleetWatch fleet) {
    CompletableFuture<Void> listening = fleet.listen(event -> {});
    while (service.reads.size() < fleet.loads().size()) service.time.advance(Duration.ofSeconds(1));
    listening.cancel(true);
  }

  private void refuseDeliveryOf(String load, FleetWatch fleet) {
    fleet.add(load);
    CompletableFuture<Void> listening =
        fleet.listen(
            event -> {
              if (event instanceof Delivered) throw new IllegalStateException("a test");
            });
    service.time.advance(DAY);
    assertThat(listening).isCompletedExceptionally();
    assertThat(fleet.loads()).as("it has left").isEmpty();
  }

  @Test
  void optionsThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> FleetOptions.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("budgetPerDay(usd)");
    assertThatThrownBy(() -> FleetOptions.builder().budgetPerDay("0"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFailurePolicyThatThrowsLosesNoLoad() {
    AtomicInteger asked = new AtomicInteger();
    WatchOptions watch =
        WatchOptions.builder()
            .deliverOn(Runnable::run)
            .failurePolicy(
                (failure, inARow) -> {
                  asked.incrementAndGet();
                  throw new NoClassDefFoundError("com/example/Missing");
                })
            .build();
    FleetWatch fleet = service.fleet(budget("10.00").watch(watch).build());
    service.failures = load -> asked.get() == 0 ? notFound() : null;
    fleet.listen(events::add);
    String load = service.book(1, Duration.ofMinutes(5));
    fleet.add(load);
    service.time.advance(Duration.ofHours(12));

    assertThat(asked).hasValue(1);
    assertThat(events).filteredOn(Delivered.class::isInstance).hasSize(1);
  }

  @Test
  void readsThatCannotBeginHoldUpNoOther() {
    AtomicInteger refused = new AtomicInteger();
    service.failures =
        load -> {
          if (refused.getAndIncrement() < 20) throw new RejectedExecutionException("no thread");
          return null;
        };
    FleetWatch fleet = service.fleet(budget("10.00").build());
    fleet.listen(events::add);
    fleet.add(service.book(1, Duration.ofHours(1)));
    service.time.advance(Duration.ofHours(12));

    assertThat(events).filteredOn(Delivered.class::isInstance).hasSize(1);
  }

  /** At each of its questions in turn. */
  @Test
  void aClockThatThrowsOnceLosesNoLoad() {
    int questions = 0;
    for (int strike = 1; strike <= Math.max(1, questions); strike++) {
      ScriptedFleet struck = new ScriptedFleet();
      AtomicInteger passes = new AtomicInteger();
      int at = strike;
      struck.beforeClock =
          () -> {
            if (passes.incrementAndGet() == at) throw new IllegalStateException("no time");
          };
      FleetWatch fleet = struck.fleet(budget("10.00").build());
      List<LoadEvent> told = new ArrayList<>();
      fleet.listen(told::add);
      for (int i = 1; i <= 3; i++) {
        String load = struck.book(i, Duration.ofMinutes(7L * i));
        try {
          fleet.add(load);
        } catch (IllegalStateException thrownToTheCaller) {
          fleet.add(load);
        }
      }
      struck.time.advance(Duration.ofHours(12));

      assertThat(told)
          .as("clock struck at question %d of %d", strike, passes.get())
          .filteredOn(Delivered.class::isInstance)
          .hasSize(3);
      questions = Math.max(questions, Math.min(400, passes.get()));
    }
    assertThat(questions).as("questions to the clock").isGreaterThan(20);
  }

  private static LoadNotFoundException notFound() {
    return new LoadNotFoundException(facts(), "no such load", null, Map.of());
  }

  private static FleetOptions.Builder budget(String usd) {
    return FleetOptions.builder()
        .budgetPerDay(usd)
        .watch(
            WatchOptions.builder().floor(Duration.ofMinutes(2)).deliverOn(Runnable::run).build());
  }

  private static FailureFacts facts() {
    return FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.NONE, null);
  }
}
