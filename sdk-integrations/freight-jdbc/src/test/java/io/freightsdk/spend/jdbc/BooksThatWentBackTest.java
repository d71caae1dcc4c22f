package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.TestDatabase;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a process notices of a database whose clock jumps, or whose books are older than before. */
class BooksThatWentBackTest {
  private static final SpendScope HOUR =
      SpendScope.of("acme", SpendLimits.builder().perHour("1.30").build());
  private static final List<String> TABLES = List.of("book", "cell", "ledger");
  private static final String PRICE = "0.65";

  private final TestDatabase database =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  private final MovableClock ofDatabase = new MovableClock();
  private final MovableClock ofDay = new MovableClock();
  private final MovableClock monotonic = new MovableClock();
  private final FaultyDatabase faulty = new FaultyDatabase(database);
  private final SpendStore store = JdbcTestStores.open(faulty.dataSource(), "broker", ofDatabase);
  private final TestBooks books = process();

  private TestBooks process() {
    return new TestBooks(store, ofDay, SpendLimits.none(), monotonic);
  }

  @AfterEach
  void closePool() throws SQLException {
    books.books.close(Duration.ofSeconds(10));
    database.close();
  }

  private void pass(Duration time) {
    ofDatabase.advance(time);
    ofDay.advance(time);
    monotonic.advance(time);
  }

  @Test
  void aClockThatJumpsAheadPassesNoWindow() {
    SpendHold running = books.hold(HOUR, PRICE, null);
    books.pay(HOUR, PRICE, null, Charge.Kind.CHARGED);
    ofDatabase.advance(Duration.ofHours(2));
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, PRICE, null))
        .withMessageContaining("7200 s")
        .withMessageContaining("acceptTime()")
        .matches(refusal -> !refusal.isPassing());
    assertThat(books.settle(running, PRICE, Charge.Kind.CHARGED)).as("still booked").hasSize(1);

    ofDatabase.advance(Duration.ofHours(-2));
    books.refused(HOUR, "0.01", null);
    pass(Duration.ofMinutes(62));
    books.hold(HOUR, "1.30", null);
  }

  @Test
  void aClockThatJumpsBackLeavesWhatIsBookedInItsWindow() {
    SpendHold running = books.hold(HOUR, "1.30", null);
    ofDatabase.advance(Duration.ofDays(-2));
    books.settle(running, "1.30", Charge.Kind.CHARGED);
    ofDatabase.advance(Duration.ofDays(2));
    books.refused(HOUR, "0.01", null);
  }

  @Test
  void aPersonAcceptsTheTime() {
    books.pay(HOUR, PRICE, null, Charge.Kind.CHARGED);
    ofDatabase.advance(Duration.ofHours(5));
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, PRICE, null));
    books.books.ledger().acceptTime();
    books.hold(HOUR, "1.30", null);
  }

  @Test
  void clocksThatAreConstantlyWrongAndSuspendedMachinesStopNothing() {
    books.pay(HOUR, "0.10", null, Charge.Kind.CHARGED);
    // A process that begins with a clock that is a day late.
    MovableClock late = new MovableClock(ofDay.instant().minus(Duration.ofDays(1)));
    TestBooks other = new TestBooks(store, late, SpendLimits.none(), monotonic);
    other.pay(HOUR, "0.10", null, Charge.Kind.CHARGED);
    pass(Duration.ofMinutes(10));
    late.advance(Duration.ofMinutes(10));
    other.pay(HOUR, "0.10", null, Charge.Kind.CHARGED);
    // The machine slept: only its monotonic clock did not move.
    ofDatabase.advance(Duration.ofMinutes(30));
    ofDay.advance(Duration.ofMinutes(30));
    books.pay(HOUR, "0.10", null, Charge.Kind.CHARGED);
    // Its time of day was set: database and monotonic clock agree.
    ofDay.advance(Duration.ofDays(400));
    books.pay(HOUR, "0.10", null, Charge.Kind.CHARGED);
    assertThat(books.totals().charged()).isEqualTo(5);
  }

  /** The entry of a call went, its reservation did not. */
  @Test
  void aProcessThatLostItsLastEntryStops() throws SQLException {
    SpendHold running = books.hold(HOUR, PRICE, null);
    backUp();
    books.settle(running, PRICE, Charge.Kind.CHARGED);
    restore();
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, "0.01", null))
        .withMessageContaining("0 entries of 1");
  }

  /** A backup of before the first call has no generation yet. */
  @Test
  void booksThatKnowNothingAnyMoreAreNotTakenForAccepted() throws SQLException {
    backUp();
    SpendHold running = books.hold(HOUR, PRICE, null);
    books.pay(HOUR, PRICE, null, Charge.Kind.CHARGED);
    TestBooks other = process();
    other.pay(HOUR, "0.00", null, Charge.Kind.NONE);
    restore();
    books.settle(running, PRICE, Charge.Kind.CHARGED);
    for (TestBooks each : List.of(books, other)) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> each.reserve(HOUR, "0.01", null))
          .withMessageContaining("the books are others than they were");
    }
  }

  /** A process that knows neither books makes those that were restored empty its own. */
  @Test
  @ExpectedWarnings({"are accepted as they are", "goes on with them"})
  void booksThatAnotherProcessBeganAnewAreAcceptedByAPersonOnly() throws SQLException {
    backUp();
    SpendHold running = books.hold(HOUR, PRICE, null);
    books.pay(HOUR, PRICE, null, Charge.Kind.CHARGED);
    restore();
    TestBooks young = process();
    young.pay(HOUR, PRICE, null, Charge.Kind.CHARGED);
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> books.reserve(HOUR, "0.01", null))
          .withMessageContaining("the books are others than they were")
          .withMessageContaining("accept(reason)");
      books.settle(running, PRICE, Charge.Kind.CHARGED);
    }
    young.books.ledger().accept("the first books are lost");
    young.refused(HOUR, "0.01", null);
    books.refused(HOUR, "0.01", null);
  }

  /** What a process booked in others hides nothing, and is no fault of its own. */
  @Test
  void aProcessGoesOnWhenItsOwnBooksAreBack() throws SQLException {
    backUp("empty");
    SpendHold running = books.hold(HOUR, "0.10", null);
    backUp();
    restore("empty");
    process().pay(HOUR, "0.10", null, Charge.Kind.CHARGED);
    books.settle(running, "0.10", Charge.Kind.CHARGED);
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, "0.01", null));
    restore();
    books.hold(HOUR, "0.01", null);
  }

  /** What is booked there makes as many changes and entries again as there were. */
  @Test
  @ExpectedWarnings({"are accepted as they are", "goes on with them"})
  void whatIsStillBookedHidesNothingThatIsMissing() throws SQLException {
    SpendHold first = books.hold(HOUR, "0.10", null);
    SpendHold second = books.hold(HOUR, "0.10", null);
    backUp();
    books.settle(first, "0.10", Charge.Kind.CHARGED);
    books.pay(HOUR, PRICE, null, Charge.Kind.CHARGED);
    restore();
    books.settle(second, "0.10", Charge.Kind.CHARGED);
    for (int i = 0; i < 3; i++) books.books.ledger().reconcile();
    books.settle(first, "0.10", Charge.Kind.CHARGED);

    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, "0.01", null))
        .withMessageContaining("the books are older than they were");
    books.books.ledger().accept("the backup of today");
    books.hold(HOUR, "0.10", null);
  }

  /** A change whose commit is not answered is made again, on what it may have written before. */
  @Test
  void aChangeThatIsMadeAgainHidesNothingThatIsMissing() throws SQLException {
    books.hold(HOUR, "0.10", null);
    backUp();
    books.hold(HOUR, "0.10", null);
    restore();
    faulty.answersLost.set(1);
    books.books.ledger().adjust("5.00");
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, "0.01", null))
        .withMessageContaining("the books are older than they were");
  }

  /** The first change after it may be a booking, which counts no change of its own. */
  @Test
  @ExpectedWarnings({"are accepted as they are", "goes on with them"})
  void booksThatWereAcceptedAreComparedWithNoNumberOfBefore() throws SQLException {
    SpendHold running = books.hold(HOUR, "0.10", null);
    backUp();
    for (int i = 0; i < 3; i++) books.pay(HOUR, "0.10", null, Charge.Kind.NONE);
    restore();
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, "0.01", null));
    books.books.ledger().accept("the backup of today");
    books.settle(running, "0.10", Charge.Kind.CHARGED);
    books.hold(HOUR, "0.10", null);
  }

  /**
   * A replica took over and was accepted; then the first database came back without its changes.
   */
  @Test
  @ExpectedWarnings({"are accepted as they are", "goes on with them"})
  void booksOfBeforeTheOnesThatWereAcceptedAreNoticed() throws SQLException {
    books.hold(HOUR, "0.10", null);
    backUp();
    books.books.ledger().accept("the replica took over");
    SpendHold running = books.hold(HOUR, "0.10", null);
    restore();
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> books.reserve(HOUR, "0.01", null))
          .withMessageContaining("before a person accepted others");
      books.settle(running, "0.10", Charge.Kind.CHARGED);
    }
    books.books.ledger().accept("the first database is back");
    books.hold(HOUR, "0.10", null);
  }

  @Test
  @ExpectedWarnings({"are accepted as they are", "goes on with them"})
  void aProcessThatLivedThroughARestoreStopsUntilAPersonAccepts() throws SQLException {
    SpendScope total = SpendScope.of("acme", SpendLimits.builder().total("1.30").build());
    TestBooks other = process();
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
    books.pay(total, PRICE, null, Charge.Kind.CHARGED);
    other.pay(total, "0.01", null, Charge.Kind.NONE);
    backUp();
    books.pay(total, PRICE, null, Charge.Kind.CHARGED);
    restore();

    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(total, PRICE, null))
        .withMessageContaining("older than they were")
        .withMessageContaining("accept(reason)");
    // A process that has lost nothing of its own cannot know.
    SpendHold unaware = other.hold(total, "0.01", null);
    other.settle(unaware, "0.01", Charge.Kind.NONE);

    books.books.ledger().accept("a backup of yesterday");
    books.balance = books.balance.subtract(new java.math.BigDecimal("1.30"));
    pass(Duration.ofMinutes(1));
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
    books.hold(total, PRICE, null);
    other.refused(total, PRICE, null);
  }

  @Test
  void theNumberOfAProcessThatIsDeadIsDroppedAndOneThatIsIdleGoesOn() throws SQLException {
    TestBooks dead = process();
    dead.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    books.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    pass(Duration.ofDays(29));
    books.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    assertThat(processes()).isEqualTo(2);
    pass(Duration.ofDays(12));
    books.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    assertThat(processes()).as("nobody misses it").isEqualTo(1);
    // It was only idle for longer than its row is kept.
    dead.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    dead.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    assertThat(processes()).isEqualTo(2);
  }

  @Test
  void aProcessThatWasIdleForWeeksStillNoticesBooksThatWentBack() throws SQLException {
    books.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    backUp();
    books.pay(HOUR, "0.01", null, Charge.Kind.NONE);
    restore();
    pass(Duration.ofDays(29));
    assertThatExceptionOfType(SpendStoreException.class)
        .isThrownBy(() -> books.reserve(HOUR, PRICE, null))
        .withMessageContaining("older than they were");
  }

  private int processes() {
    return ((BookStore) store).look(ofDay, book -> book.list("process ", "", 100).size());
  }

  private void backUp() throws SQLException {
    backUp("kept");
  }

  private void backUp(String name) throws SQLException {
    for (String table : TABLES) {
      run("CREATE TABLE %s_%s AS SELECT * FROM freight_%s".formatted(name, table, table));
    }
  }

  private void restore() throws SQLException {
    restore("kept");
  }

  private void restore(String name) throws SQLException {
    for (String table : TABLES) {
      run("DELETE FROM freight_" + table);
      run("INSERT INTO freight_%s SELECT * FROM %s_%s".formatted(table, name, table));
    }
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
