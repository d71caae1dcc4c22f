package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.spend.Outside;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.ScriptedStorage.Fate;
import io.freightsdk.testing.LogLines;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** How a guard asks a ledger that may be slow, away or lose its answers. */
class LedgerGuardTest {
  private static final String PRICE = "0.65";
  private static final Duration CALL = Duration.ofMinutes(2);

  private final VirtualTime time = new VirtualTime();
  private final ScriptedStorage storage = new ScriptedStorage(new MemoryStorage(time, 10_000));
  private final List<String> heard = new ArrayList<>();
  private final StoredLedger ledger =
      new StoredLedger(
          storage,
          time,
          null,
          new SpendListener() {
            @Override
            public void onEntry(SpendEntry entry) {
              heard.add("entry " + entry.outcome());
            }

            @Override
            public void onRefusal(Purchase purchase, LimitReached limit) {
              heard.add("refusal " + limit.priceUsd());
            }

            @Override
            public void onUnstored(Purchase purchase, Outcome outcome, RuntimeException failure) {
              heard.add("unstored " + outcome.kind());
            }
          },
          new Outside(storage, time, time::nanos));
  private final LedgerGuard guard = ledger.guard(SpendLimits.total("1.30"));
  private int ids;

  private Purchase purchase(String key) {
    return new Purchase(
        "r" + ++ids,
        "call-" + ids,
        1,
        key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
        key,
        null,
        null,
        null,
        new Quote(new BigDecimal(PRICE), time.instant()),
        CALL);
  }

  private CompletableFuture<Decision> reserve(Purchase purchase) {
    return guard.ask(purchase);
  }

  private Reservation held() {
    CompletableFuture<Decision> decided = reserve(purchase(null));
    storage.runAll();
    assertThat(decided.join()).isInstanceOf(Reservation.class);
    return (Reservation) decided.join();
  }

  private CompletableFuture<Charge> complete(Reservation reservation, Charge.Kind kind) {
    return guard.tell(reservation.purchase(), new Outcome(kind, null, null));
  }

  private static Throwable failure(CompletableFuture<?> stage) {
    assertThat(stage).isCompletedExceptionally();
    try {
      stage.join();
      throw new AssertionError("it has not failed");
    } catch (CompletionException e) {
      return e.getCause();
    }
  }

  @Test
  void noCallerWaitsForTheLedger() {
    CompletableFuture<Decision> decided = reserve(purchase(null));
    assertThat(decided).isNotDone();
    storage.runAll();
    CompletableFuture<Charge> told = complete((Reservation) decided.join(), Charge.Kind.CHARGED);
    assertThat(told).isNotDone();
    storage.runAll();
    assertThat(told.join()).isEqualTo(Charge.charged(PRICE));
    assertThat(told.join().pricedAt()).isEqualTo(time.instant());
    assertThat(heard).containsExactly("entry CHARGED");
  }

  @Test
  void atMostSoManyCallsWaitForTheLedger() {
    for (int i = 0; i < 256; i++) assertThat(reserve(purchase(null))).isNotDone();
    assertThat(failure(reserve(purchase(null))))
        .isInstanceOf(SpendLedgerException.class)
        .matches(thrown -> ((SpendLedgerException) thrown).isPassing());
    storage.runOne();
    assertThat(reserve(purchase(null))).isNotDone();
  }

  @Test
  void aReservationThatComesTooLateIsGivenBack() {
    CompletableFuture<Decision> decided = reserve(purchase(null));
    time.advance(CALL.plusSeconds(5));
    assertThat(failure(decided)).hasMessage("the ledger did not answer in time");
    assertThat(ledger.reservedUsd()).isZero();
    storage.runOne();
    assertThat(ledger.reservedUsd()).isEqualByComparingTo(PRICE);
    storage.runAll();
    assertThat(ledger.reservedUsd()).isZero();
  }

  @Test
  void withoutATimerNothingIsReservedAndNoMoreCallsWaitThanBefore() {
    time.isOutOfThreads = true;
    assertThat(failure(reserve(purchase(null)))).hasMessageContaining("no thread for a timer");
    time.isOutOfThreads = false;
    storage.runAll();
    assertThat(ledger.reservedUsd()).isZero();
    atMostSoManyCallsWaitForTheLedger();
  }

  @Test
  void aReservationWhoseAnswerWasLostIsGivenBack() {
    storage.fates.add(Fate.ANSWER_LOST);
    storage.fates.add(Fate.MADE);
    CompletableFuture<Decision> decided = reserve(purchase("key"));
    storage.runOne();
    assertThat(failure(decided)).isInstanceOf(SpendLedgerException.class);
    assertThat(ledger.reservedUsd()).isEqualByComparingTo(PRICE);
    storage.runAll();
    assertThat(ledger.reservedUsd()).isZero();
    assertThat(ledger.totals().spentUsd()).isZero();
  }

  @Test
  void whatCannotBeGivenBackNowIsGivenBackLater() {
    try (LogLines log = new LogLines()) {
      storage.fates.add(Fate.ANSWER_LOST);
      storage.fates.add(Fate.FAILS);
      CompletableFuture<Decision> decided = reserve(purchase(null));
      storage.runAll();
      assertThat(decided).isCompletedExceptionally();
      storage.fates.clear();
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      assertThat(ledger.reservedUsd()).isZero();
      assertThat(storage.waiting() + time.waiting()).isZero();
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("could not be stored; it is kept and stored again"));
    }
  }

  @Test
  void whatCannotBeBookedIsToldKeptAndBookedAgainEachSecond() {
    try (LogLines log = new LogLines()) {
      Reservation reservation = held();
      storage.fates.add(Fate.FAILS);
      CompletableFuture<Charge> told = complete(reservation, Charge.Kind.CHARGED);
      storage.runAll();
      assertThat(told.join()).isEqualTo(Charge.charged(PRICE));
      assertThat(heard).containsExactly("unstored CHARGED");
      int before = storage.changes;
      for (int i = 0; i < 3; i++) {
        time.advance(Duration.ofSeconds(1));
        storage.runAll();
      }
      assertThat(storage.changes - before).isEqualTo(3);
      storage.fates.clear();
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      assertThat(heard).containsExactly("unstored CHARGED", "entry CHARGED");
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
      assertThat(time.waiting()).isZero();
      assertThat(log.warnings())
          .anyMatch(
              line ->
                  line.contains(
                      "the end of getLoadPosition, attempt 1 of call call-1 (CHARGED, 0.65 USD) could not be stored; it is kept and stored again every second: nothing needs to be done"));
    }
  }

  @Test
  void whatIsNotTakenDoesNotKeepTheOthersFromBeingBooked() {
    try (LogLines log = new LogLines()) {
      Reservation one = held();
      Reservation two = held();
      storage.fates.add(Fate.FAILS);
      complete(one, Charge.Kind.CHARGED);
      complete(two, Charge.Kind.UNKNOWN);
      storage.runAll();
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      heard.clear();
      // What is tried first now is taken, and what follows is not: it is not the same one again.
      storage.fates.clear();
      storage.fates.add(Fate.MADE);
      storage.fates.add(Fate.FAILS);
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      assertThat(heard).containsExactly("entry UNKNOWN");
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("could not be stored; it is kept and stored again"));
    }
  }

  @Test
  void theEndOfACallIsToldAfterASecondThoughTheLedgerHangs() {
    try (LogLines log = new LogLines()) {
      Reservation reservation = held();
      CompletableFuture<Charge> told = complete(reservation, Charge.Kind.CHARGED);
      time.advance(Duration.ofMillis(999));
      assertThat(told).isNotDone();
      time.advance(Duration.ofMillis(1));
      assertThat(told.join()).isEqualTo(Charge.charged(PRICE));
      // What hung goes on, and nothing is kept any more.
      storage.runOne();
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
      time.advance(Duration.ofSeconds(1));
      int before = storage.changes;
      storage.runAll();
      assertThat(storage.changes).isEqualTo(before);
      assertThat(heard).containsExactly("unstored CHARGED", "entry CHARGED");
      assertThat(log.warnings())
          .anyMatch(
              line ->
                  line.contains(
                      "could not be stored; it is kept and stored again every second: nothing needs to be done (it was not stored within a second)"));
    }
  }

  @Test
  void whoLooksSeesWhatWasKept() {
    try (LogLines log = new LogLines()) {
      Reservation one = held();
      Reservation two = held();
      storage.fates.addAll(List.of(Fate.FAILS, Fate.MADE));
      complete(one, Charge.Kind.CHARGED);
      storage.runAll();
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
      storage.fates.clear();
      storage.fates.addAll(List.of(Fate.FAILS, Fate.MADE));
      complete(two, Charge.Kind.UNKNOWN);
      storage.runAll();
      assertThat(ledger.entries(SpendFilter.all())).hasSize(2);
      assertThat(heard)
          .containsExactly(
              "unstored CHARGED", "entry CHARGED", "unstored UNKNOWN", "entry UNKNOWN");
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      assertThat(time.waiting()).isZero();
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("could not be stored; it is kept and stored again"));
    }
  }

  @Test
  void oneThatIsNeverTakenStopsNoOther() {
    try (LogLines log = new LogLines()) {
      Reservation one = held();
      Reservation two = held();
      storage.fates.addAll(List.of(Fate.FAILS, Fate.FAILS, Fate.FAILS, Fate.MADE));
      complete(one, Charge.Kind.CHARGED);
      complete(two, Charge.Kind.CHARGED);
      storage.runAll();
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      assertThat(ledger.reservedUsd()).isEqualByComparingTo("1.30");
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      assertThat(ledger.reservedUsd()).isZero();
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("could not be stored; it is kept and stored again"));
    }
  }

  @Test
  void atMostSoManyEndsAreKept() {
    try (LogLines log = new LogLines()) {
      Purchase purchase = purchase(null);
      storage.fates.add(Fate.FAILS);
      for (int i = 0; i <= 10_000; i++) {
        Purchase one =
            new Purchase(
                "r" + i,
                purchase.callId(),
                1,
                purchase.operation(),
                null,
                null,
                null,
                null,
                purchase.quote(),
                CALL);
        complete(new Reservation(one), Charge.Kind.NONE);
        storage.runAll();
      }
      assertThat(heard).hasSize(10_001);
      storage.fates.clear();
      int before = storage.changes;
      time.advance(Duration.ofSeconds(1));
      storage.runAll();
      assertThat(storage.changes - before).isEqualTo(10_000);
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("could not be stored; it is kept and stored again"));
    }
  }

  @Test
  void aFlushStoresWhatIsKept() {
    try (LogLines log = new LogLines()) {
      assertThat(ledger.flush(Duration.ZERO)).isDone();
      Reservation reservation = held();
      storage.fates.add(Fate.FAILS);
      complete(reservation, Charge.Kind.UNKNOWN);
      storage.runAll();
      CompletableFuture<Void> inVain = ledger.flush(Duration.ofSeconds(3));
      storage.runAll();
      assertThat(inVain).isNotDone();
      time.advance(Duration.ofSeconds(3));
      assertThat(inVain).isCompleted();
      storage.fates.clear();
      CompletableFuture<Void> flushed = ledger.flush(Duration.ofSeconds(3));
      storage.runAll();
      assertThat(flushed).isCompleted();
      assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("could not be stored; it is kept and stored again"));
    }
  }

  @Test
  void aFlushWaitsForWhatIsBeingStored() {
    complete(held(), Charge.Kind.CHARGED);
    CompletableFuture<Void> flushed = ledger.flush(Duration.ofSeconds(3));
    assertThat(flushed).isNotDone();
    storage.runAll();
    assertThat(flushed).isCompleted();
  }

  /** Otherwise it expires, and counts though nothing was sent. */
  @Test
  void aCloseWaitsForWhatIsBeingReservedAndThatIsGivenBack() {
    Timer whileOthersAreWaitedFor =
        new Timer() {
          @Override
          public Cancellable after(Duration delay, Runnable task) {
            return time.after(delay, task);
          }

          @Override
          public void awaitOthers(Duration atMost, BooleanSupplier done) {
            if (!done.getAsBoolean()) storage.runAll();
          }

          @Override
          public void close() {}
        };
    StoredLedger closed =
        new StoredLedger(
            storage,
            time,
            null,
            new SpendListener() {},
            new Outside(storage, whileOthersAreWaitedFor, time::nanos));
    LedgerGuard one = closed.guard();
    CompletableFuture<Charge> givenBack =
        one.ask(purchase(null))
            .thenCompose(held -> one.tell(((Reservation) held).purchase(), Outcome.NONE));
    closed.close();
    assertThat(givenBack).isCompletedWithValue(Charge.NONE);
    assertThat(ledger.reservedUsd()).isZero();
    assertThat(storage.waiting() + time.waiting()).isZero();
  }

  @Test
  void aClosedLedgerReservesNothing() {
    Thread.currentThread().interrupt();
    ledger.close();
    assertThat(Thread.interrupted()).isTrue();
    ledger.close();
    assertThat(storage.isClosed).isTrue();
    assertThat(failure(reserve(purchase(null))))
        .hasMessage("the ledger is closed")
        .matches(thrown -> !((SpendLedgerException) thrown).isPassing());
  }

  @Test
  void theEndOfACallAfterTheCloseIsStoredOrNamed() {
    try (LogLines log = new LogLines()) {
      Reservation reservation = held();
      Reservation other = held();
      ledger.close();
      complete(other, Charge.Kind.CHARGED);
      storage.runAll();
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
      storage.fates.add(Fate.FAILS);
      CompletableFuture<Charge> told = complete(reservation, Charge.Kind.CHARGED);
      storage.runAll();
      assertThat(told.join()).isEqualTo(Charge.charged(PRICE));
      assertThat(log.errors())
          .anyMatch(
              line ->
                  line.contains(
                      "the end of getLoadPosition, attempt 1 of call call-1 (CHARGED, 0.65 USD) could not be stored; it is given up"));
    }
  }

  @Test
  void aScopeOfAnotherGuardIsAMistake() {
    SpendGuard.Scope foreign = () -> "client/acme";
    Purchase known = purchase(null);
    Purchase strange =
        new Purchase(
            "r", "call", 1, known.operation(), null, null, null, foreign, known.quote(), CALL);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> guard.reserve(strange))
        .withMessageContaining("scope client/acme: expected a SpendScope");
  }

  @Test
  void aCallWithoutAPriceIsRefusedByItsLimit() {
    Purchase known = purchase(null);
    Purchase unpriced =
        new Purchase("r", "call", 1, known.operation(), null, null, null, null, null, CALL);
    assertThat(guard.reserve(unpriced))
        .isInstanceOfSatisfying(
            SpendGuard.PriceNeeded.class, needed -> assertThat(needed.limit()).contains("1.30"));
  }

  /** Sixteen refused callers in a loop leave the lock to those who pay. */
  @Test
  void aRefusalIsAnsweredFromTheLastOneForATenthOfASecond() {
    held();
    Reservation last = held();
    for (int i = 0; i < 5; i++) assertThat(refused(purchase(null))).isNotNull();
    assertThat(storage.changes).isEqualTo(3);
    assertThat(heard).hasSize(5);
    time.advance(Duration.ofMillis(100));
    refused(purchase(null));
    assertThat(storage.changes).isEqualTo(4);

    // A new key is looked for without the lock.
    refused(purchase("key"));
    assertThat(storage.changes).isEqualTo(4);
    assertThat(storage.looks).isEqualTo(1);

    complete(last, Charge.Kind.NONE);
    storage.runAll();
    held();
  }

  private LimitReached refused(Purchase purchase) {
    CompletableFuture<Decision> decided = reserve(purchase);
    storage.runAll();
    return (LimitReached) decided.join();
  }

  @Test
  void whatAPersonSettlesAsFreeHasRoomAtOnce() {
    held();
    complete(held(), Charge.Kind.UNKNOWN);
    storage.runAll();
    refused(purchase(null));
    ledger.settle(List.of(ledger.entries(SpendFilter.all().open()).get(0).id()), false, "a", "b");
    held();
  }

  @Test
  void aKeyThatCountsAlreadyIsNotRefusedFromTheLastAnswer() {
    CompletableFuture<Decision> decided = reserve(purchase("key"));
    storage.runAll();
    complete((Reservation) decided.join(), Charge.Kind.UNKNOWN);
    held();
    refused(purchase(null));
    CompletableFuture<Decision> again = reserve(purchase("key"));
    storage.runAll();
    assertThat(again.join()).isInstanceOf(Reservation.class);
  }

  @Test
  void aListenerThatFailsChangesNothing() {
    try (LogLines log = new LogLines()) {
      StoredLedger other =
          new StoredLedger(
              new MemoryStorage(time, 10),
              time,
              null,
              new SpendListener() {
                @Override
                public void onEntry(SpendEntry entry) {
                  throw new IllegalStateException("no");
                }

                @Override
                public void onRefusal(Purchase purchase, LimitReached limit) {
                  throw new IllegalStateException("no");
                }
              },
              new Outside(storage, time, time::nanos));
      LedgerGuard one = other.guard(SpendLimits.total(PRICE));
      Decision held = one.reserve(purchase(null));
      assertThat(one.reserve(purchase(null))).isInstanceOf(LimitReached.class);
      Outcome outcome = new Outcome(Charge.Kind.CHARGED, null, null);
      assertThat(one.complete(((Reservation) held).purchase(), outcome))
          .isEqualTo(Charge.charged(PRICE));
      assertThat(log.errors()).anyMatch(line -> line.contains("SpendListener failed"));
    }
  }

  @Test
  void anAccountHasANameOfItsOwn() {
    assertThatIllegalArgumentException().isThrownBy(() -> guard.account(" "));
    assertThatIllegalArgumentException().isThrownBy(() -> guard.account("a".repeat(65)));
    assertThatThrownBy(() -> guard.account(null)).hasMessage("account");
  }
}
