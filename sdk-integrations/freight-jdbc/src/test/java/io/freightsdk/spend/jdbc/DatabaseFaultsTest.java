package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.TestDatabase;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of money when the database or its pool fails. */
@ExpectedWarnings("kept and stored again")
class DatabaseFaultsTest {
  private static final String ROW = "told once";
  private static final SpendScope LIMITED =
      SpendScope.client(SpendLimits.builder().total("1.30").build());

  private static final int CALLERS = 8;

  private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
  private final TestDatabase pool =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  private final FaultyDatabase database = new FaultyDatabase(pool);
  private final MovableClock clock = new MovableClock();
  private final TestBooks books =
      new TestBooks(JdbcTestStores.open(database.dataSource(), "broker", clock), clock);

  @AfterEach
  void closePool() throws SQLException {
    threads.shutdownNow();
    database.away = false;
    books.books.close(Duration.ofSeconds(10));
    pool.close();
  }

  @Test
  void aPoolWithoutConnectionsRefusesTheCallAndNothingStaysSetAside() {
    database.away = true;
    SpendStoreException failure =
        catchThrowableOfType(SpendStoreException.class, () -> books.reserve(LIMITED, "1.30", null));
    assertThat(failure.isPassing()).isTrue();
    database.away = false;
    books.hold(LIMITED, "1.30", null);
  }

  @Test
  void whatTheDatabaseDoesNotTakeIsLoggedToldKeptAndStoredLater() {
    try (LogLines log = new LogLines()) {
      SpendHold hold = books.hold(LIMITED, "0.65", "order-7");
      database.away = true;
      books.settle(hold, "0.65", Charge.Kind.CHARGED);
      assertThat(books.unstored).hasSize(1);
      assertThat(log.errors())
          .singleElement()
          .asString()
          .contains("createLoad", "order-7", "0.65 USD", "kept");
      database.away = false;
      books.books.close(Duration.ofMinutes(1));
      assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.65");
      assertThat(books.heard).hasSize(1);
    }
  }

  @Test
  void closeNamesWhatCouldNotBeStored() {
    try (LogLines log = new LogLines()) {
      SpendHold hold = books.hold(LIMITED, "0.65", "order-8");
      database.away = true;
      books.settle(hold, "0.65", Charge.Kind.CHARGED);
      books.books.close(Duration.ofMillis(1));
      assertThat(log.errors())
          .last()
          .asString()
          .contains("order-8", "not booked at close", "unknown");
    }
  }

  @Test
  void aSettlementWhoseCommitIsNotAnsweredIsBookedOnce() {
    SpendHold hold = books.hold(LIMITED, "0.65", null);
    database.answersLost.set(2);
    books.settle(hold, "0.65", Charge.Kind.CHARGED);
    assertThat(books.unstored).isEmpty();
    assertThat(books.totals().charged()).isEqualTo(1);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.65");
    books.hold(LIMITED, "0.65", null);
  }

  @Test
  void aReservationWhoseCommitIsNotAnsweredIsSetAsideOnce() {
    database.answersLost.set(2);
    SpendHold hold = books.hold(LIMITED, "0.65", null);
    books.hold(LIMITED, "0.65", null);
    books.refused(LIMITED, "0.01", null);
    books.settle(hold, "0.65", Charge.Kind.NONE);
    books.hold(LIMITED, "0.65", null);
  }

  @Test
  void aReservationWhoseCommitIsNotAnsweredSaysWhatIsKnownOfItsKey() {
    SpendScope scope = SpendScope.client(SpendLimits.none());
    database.answersLost.set(1);
    assertThat(books.hold(scope, "0.65", "new").lostAtAnotherPrice()).isFalse();
    database.answersLost.set(1);
    assertThat(books.hold(scope, "0.65", "new").lostAtAnotherPrice()).as("by a call").isFalse();

    books.pay(scope, "0.65", "lost", Charge.Kind.UNKNOWN);
    database.answersLost.set(1);
    assertThat(books.hold(scope, "0.80", "lost").lostAtAnotherPrice()).isTrue();

    books.pay(scope, "0.65", "lost earlier", Charge.Kind.UNKNOWN);
    Purchase unpriced =
        new Purchase(
            Operation.CREATE_LOAD, "lost earlier", "", scope, TestBooks.CALL, false, false);
    database.answersLost.set(1);
    SpendHold without = TestBooks.held(books.books.reserve(unpriced, BigDecimal.ZERO));
    assertThat(without.lostAtUsd()).as("to be compared later").isEqualByComparingTo("0.65");

    Purchase cold =
        new Purchase(Operation.CREATE_LOAD, "cold", "", scope, TestBooks.CALL, false, false);
    for (boolean another : new boolean[] {false, true}) {
      database.answersLost.set(1);
      SpendHold hold = TestBooks.held(books.books.reserve(cold, BigDecimal.ZERO));
      assertThat(hold.lostAtAnotherPrice()).as("beside a call without a price").isEqualTo(another);
    }

    books.pay(scope, "0.65", "paid", Charge.Kind.CHARGED);
    books.hold(scope, "0.65", "paid");
    database.answersLost.set(1);
    SpendHold replay = books.hold(scope, "0.65", "paid");
    assertThat(replay.charged()).isNotNull();
    assertThat(replay.lostAtAnotherPrice()).isFalse();
  }

  @Test
  void aReservationOfWhichNobodyKnowsIsGivenBack() {
    database.answersLost.set(4);
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(LIMITED, "1.30", null));
    books.books.close(Duration.ofMinutes(1));
    books.hold(LIMITED, "1.30", null);
  }

  @Test
  void aTransactionThatBreaksBeforeItsCommitIsRepeated() {
    database.commitsLost.set(2);
    SpendHold hold = books.hold(LIMITED, "0.65", null);
    database.commitsLost.set(2);
    books.settle(hold, "0.65", Charge.Kind.CHARGED);
    assertThat(books.totals().charged()).isEqualTo(1);
  }

  @Test
  void aTransactionOfTheApplicationIsNeverJoined() {
    database.autoCommit = false;
    SpendStoreException failure =
        catchThrowableOfType(SpendStoreException.class, () -> books.reserve(LIMITED, "0.65", null));
    assertThat(failure)
        .hasMessageContaining("autocommit off")
        .hasMessageContaining("its own data source");
    assertThat(failure.isPassing()).isFalse();
    database.autoCommit = true;
    books.hold(LIMITED, "1.30", null);
  }

  @Test
  void aDatabaseThatLetsTwoIntoABookAtOncePassesNoLimit() throws Exception {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total("1.00").build());
    List<SpendHold> held = new ArrayList<>();
    for (int i = 0; i < 10; i++) held.addAll(atOnceWithoutLocks(caller -> scope, "0.02", null));
    while (books.reserve(scope, "0.02", null) instanceof SpendHold hold) held.add(hold);
    assertThat(held).hasSize(50);
  }

  @Test
  void aKeyThatIsUsedByTwoWhomTheDatabaseLetsInAtOnceIsGivenBackInAllScopes() throws Exception {
    List<SpendScope> runs = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      runs.add(SpendScope.of("run-" + i, SpendLimits.builder().total("0.65").build()));
    }
    for (int i = 0; i < 10; i++) {
      for (SpendHold hold : atOnceWithoutLocks(runs::get, "0.65", "order-" + i)) {
        books.settle(hold, "0.65", Charge.Kind.NONE);
      }
      for (SpendScope run : runs) books.pay(run, "0.65", null, Charge.Kind.NONE);
    }
  }

  private List<SpendHold> atOnceWithoutLocks(
      IntFunction<SpendScope> scope, String usd, @Nullable String key) throws Exception {
    List<SpendHold> held = Collections.synchronizedList(new ArrayList<>());
    CyclicBarrier start = new CyclicBarrier(CALLERS);
    List<CompletableFuture<Void>> callers = new ArrayList<>();
    database.locksNothing = true;
    for (int i = 0; i < CALLERS; i++) {
      int caller = i;
      callers.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  start.await();
                  if (books.reserve(scope.apply(caller), usd, key) instanceof SpendHold hold) {
                    held.add(hold);
                  }
                } catch (SpendStoreException tooManyAtOnce) {
                  assertThat(tooManyAtOnce.isPassing()).isTrue();
                } catch (InterruptedException | BrokenBarrierException e) {
                  throw new AssertionError(e);
                }
              },
              threads));
    }
    for (CompletableFuture<Void> caller : callers) caller.get(2, TimeUnit.MINUTES);
    database.locksNothing = false;
    return held;
  }

  /** Also where nothing but rows of scopes is written, as a refusal does that begins a window. */
  @Test
  void aChangeOfRowsThatWereChangedMeanwhileIsMadeAgain() {
    BookStore store = (BookStore) JdbcTestStores.open(database.dataSource(), "broker", clock);
    assertThat(store.<Boolean>change(null, book -> write(book, "until=1"))).isTrue();
    database.locksNothing = true;
    List<String> seen = new ArrayList<>();
    store.change(
        null,
        book -> {
          seen.add(book.read(ROW).text().split(" ", -1)[1]);
          if (seen.size() == 1) store.<Boolean>change(null, other -> write(other, "until=2"));
          return write(book, "until=3");
        });
    assertThat(seen).containsExactly("until=1", "until=2");
  }

  /** Cut off there, the row of a scope would say that nothing was spent. */
  @Test
  void aTornRowStopsWhatIsPaidAndCountsNothing() throws SQLException {
    books.settle(books.hold(LIMITED, "0.65", null), "0.65", Charge.Kind.CHARGED);
    execute("ALTER TABLE freight_cell ADD COLUMN whole VARCHAR(4000)");
    execute("UPDATE freight_cell SET whole = body");
    execute("UPDATE freight_cell SET body = SUBSTRING(body, 1, 4) WHERE id LIKE 'scope %'");
    SpendStoreException refused =
        catchThrowableOfType(SpendStoreException.class, () -> books.reserve(LIMITED, "1.30", null));
    assertThat(refused)
        .hasMessageContaining("the row \"scope client\" is not as it was written")
        .hasMessageContaining("restore it from a backup");
    assertThat(refused.isPassing()).isFalse();

    execute("UPDATE freight_cell SET body = whole");
    books.hold(LIMITED, "0.65", null);
    assertThat(books.reserve(LIMITED, "0.01", null)).isInstanceOf(SpendDecision.Refused.class);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean write(Book book, String text) {
    book.write(Cell.edited(ROW, text));
    return true;
  }

  @Test
  void textsLongerThanTheirColumnsAreCutAndTheirMoneyIsBooked() {
    SpendHold hold = books.hold(LIMITED, "0.65", null);
    String longText = "x".repeat(254) + "\uD83D\uDE9A" + "y".repeat(5000);
    SpendEntry entry =
        new SpendEntry(
            0,
            Instant.EPOCH,
            Operation.GET_LOAD_POSITION,
            "z".repeat(300),
            null,
            longText,
            1,
            Charge.Kind.CHARGED,
            new BigDecimal("0.65"),
            SpendScope.CLIENT,
            BigDecimal.ZERO);
    books.books.settle(hold, List.of(entry));
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.65");
    SpendEntry booked = books.entries().get(0);
    assertThat(booked.loadNumber()).isEqualTo("z".repeat(255));
    assertThat(booked.requestId()).as("no half of a pair").isEqualTo("x".repeat(254));
  }

  @Test
  void aTopUpThatTheDatabaseDoesNotTakeIsLoggedKeptAndBookedLater() {
    books.books.ledger().reconcile();
    try (LogLines log = new LogLines()) {
      database.away = true;
      books.books.toppedUp(new BigDecimal("50.00"));
      assertThat(log.errors()).singleElement().asString().contains("50.00 USD", "kept");
      database.away = false;
    }
    books.books.close(Duration.ofMinutes(1));
    assertBalancedAt("150.00");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 9})
  void aChangeOfTheBalanceWhoseCommitIsNotAnsweredIsBookedOnce(int answersLost) {
    books.books.ledger().reconcile();
    database.answersLost.set(answersLost);
    books.books.ledger().adjust("50.00");
    books.books.close(Duration.ofMinutes(1));
    assertBalancedAt("150.00");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aReconciliationWhoseCommitIsNotAnsweredReportsWhatItFound(int answersLost) {
    SpendScope scope = SpendScope.client(SpendLimits.none());
    books.whileBalanceIsRead = () -> database.answersLost.set(answersLost);
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);

    books.pay(scope, "0.65", null, Charge.Kind.UNKNOWN);
    books.balance = new BigDecimal("99.35");
    books.whileBalanceIsRead = () -> database.answersLost.set(answersLost);
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.ALL);
    assertThat(found.openEntries()).isEqualTo(1);

    assertThat(reconcile().openEntries()).as("told once").isZero();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.65");
  }

  private Reconciliation reconcile() {
    clock.advance(Duration.ofMinutes(1));
    return books.books.ledger().reconcile();
  }

  private void assertBalancedAt(String usd) {
    books.balance = new BigDecimal(usd);
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void anInterruptedCallIsBookedAndStaysInterrupted() {
    SpendHold hold = books.hold(LIMITED, "0.65", null);
    Thread.currentThread().interrupt();
    books.settle(hold, "0.65", Charge.Kind.CHARGED);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(books.totals().charged()).isEqualTo(1);
  }
}
