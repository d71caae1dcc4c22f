package io.freightsdk.internal.spend.jdbc;

import static io.freightsdk.internal.spend.jdbc.Spender.limited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Answer;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Reconciling;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Rules;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Wish;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of money when the database or its pool fails. */
class DatabaseFaultsIT {
  private static final SpendScope LIMITED = limited("1.30");
  private static final int CALLERS = 8;

  private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
  private final TestDatabase pool =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  private final FaultyDatabase database = new FaultyDatabase(pool);
  private final Storage storage =
      JdbcStorage.open(database.dataSource(), "broker", SchemaMode.CREATE, null);
  private final Spender spender = new Spender(storage);

  @AfterEach
  void closePool() throws SQLException {
    threads.shutdownNow();
    pool.close();
  }

  @Test
  void aPoolWithoutConnectionsRefusesTheCallAndNothingStaysSetAside() {
    database.away = true;
    SpendLedgerException failure = failureOf(spender.wish(LIMITED, "1.30", null));
    assertThat(failure.isPassing()).isTrue();
    assertThat(failure).hasMessageContaining("ledger: cannot read or write");
    database.away = false;
    spender.hold(LIMITED, "1.30", null);
  }

  private SpendLedgerException failureOf(Wish wish) {
    return catchThrowableOfType(SpendLedgerException.class, () -> spender.reserve(wish));
  }

  @Test
  void anOutcomeWhoseCommitIsNotAnsweredIsBookedOnce() {
    Wish wish = spender.hold(LIMITED, "0.65", null);
    database.answersLost.set(2);
    assertThat(spender.complete(wish, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(spender.totals().chargedCount()).isEqualTo(1);
    assertThat(spender.chargedUsd()).isEqualByComparingTo("0.65");
    spender.hold(LIMITED, "0.65", null);
  }

  /** As when H2 gives the lock with a row from before another one's change, which has happened. */
  @Test
  void aLedgerWhoseRowKnowsFewerLinesThanThereAreGoesOn() throws SQLException {
    Wish charged = spender.hold(LIMITED, "0.65", null);
    Wish free = spender.hold(LIMITED, "0.65", null);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE freight_book SET last_id = 0");
    }
    assertThat(spender.complete(charged, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(spender.complete(free, Charge.Kind.NONE)).isEqualTo(Charge.Kind.NONE);
    Wish next = spender.hold(LIMITED, "0.65", null);
    spender.refused(LIMITED, "0.01");
    spender.complete(next, Charge.Kind.CHARGED);
    assertThat(spender.totals().chargedCount()).isEqualTo(2);
    assertThat(spender.chargedUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void aReservationWhoseCommitIsNotAnsweredIsSetAsideOnce() {
    database.answersLost.set(2);
    Wish wish = spender.hold(LIMITED, "0.65", null);
    spender.hold(LIMITED, "0.65", null);
    spender.refused(LIMITED, "0.01");
    spender.complete(wish, Charge.Kind.NONE);
    spender.hold(LIMITED, "0.65", null);
  }

  @Test
  void aReservationOfWhichNobodyKnowsIsThereWhenItIsMadeAgain() {
    Wish wish = spender.wish(LIMITED, "1.30", "order-7");
    database.answersLost.set(4);
    assertThatExceptionOfType(SpendLedgerException.class)
        .isThrownBy(() -> spender.reserve(wish))
        .withMessageContaining("ledger: cannot commit")
        .matches(SpendLedgerException::isPassing);
    assertThat(spender.reserve(wish)).isInstanceOf(Answer.Held.class);
    spender.refused(LIMITED, "0.01");
    spender.complete(wish, Charge.Kind.NONE);
    spender.hold(LIMITED, "1.30", null);
  }

  @Test
  void aTransactionThatBreaksBeforeItsCommitIsRepeated() {
    database.commitsLost.set(2);
    Wish wish = spender.hold(LIMITED, "0.65", null);
    database.commitsLost.set(2);
    spender.complete(wish, Charge.Kind.CHARGED);
    assertThat(spender.totals().chargedCount()).isEqualTo(1);
  }

  /** With the top-up that it records. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aComparisonOfWhoseCommitNobodyKnowsIsMadeOnce(boolean happened) {
    compare("first", "10.00");
    spender.pay(LIMITED, "0.65", null, Charge.Kind.CHARGED);
    (happened ? database.answersLost : database.commitsLost).set(2);
    Line.Comparison found = compare("second", "14.35");

    assertThat(NanoUsd.toUsd(found.opening())).isEqualByComparingTo("15.00");
    assertThat(found.unexplained()).isZero();
    List<Line> lines = storage.look(rows -> rows.lines(Filter.ALL, 0, 100));
    assertThat(lines).filteredOn(Line.Adjustment.class::isInstance).hasSize(1);
    assertThat(lines).filteredOn(Line.Comparison.class::isInstance).hasSize(2).contains(found);
    assertThat(compare("third", "14.35").unexplained()).isZero();
  }

  private Line.Comparison compare(String name, String balanceUsd) {
    Map<String, BigDecimal> prices =
        Map.of("load_create", new BigDecimal("0.65"), "position_read", new BigDecimal("0.65"));
    Reconciling.Before before = storage.look(Reconciling::before);
    long balance = NanoUsd.of(new BigDecimal(balanceUsd));
    return storage.change(
        rows -> new Reconciling(rows, true).compare(name, before, prices, balance));
  }

  @Test
  void aTransactionOfTheApplicationIsNeverJoined() {
    database.autoCommit = false;
    SpendLedgerException failure = failureOf(spender.wish(LIMITED, "0.65", null));
    assertThat(failure)
        .hasMessageContaining("autocommit off")
        .hasMessageContaining("its own data source");
    assertThat(failure.isPassing()).isFalse();
    database.autoCommit = true;
    spender.hold(LIMITED, "1.30", null);
  }

  @Test
  void whatTheRulesRefuseIsThrownAsItIsAndStoresNothing() {
    IllegalArgumentException mistake = new IllegalArgumentException("no such entry");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(
            () ->
                storage.change(
                    rows -> {
                      rows.put(new Memory("name", "text", Long.MAX_VALUE));
                      throw mistake;
                    }))
        .isSameAs(mistake);
    assertThat(storage.<Boolean>look(rows -> rows.memory("name") == null)).isTrue();
  }

  @Test
  void aDatabaseThatLetsTwoIntoALedgerAtOncePassesNoLimit() throws Exception {
    SpendScope scope = limited("1.00");
    List<Wish> held = new ArrayList<>();
    for (int i = 0; i < 10; i++) held.addAll(atOnceWithoutLocks(caller -> scope, "0.02", null));
    while (true) {
      Wish wish = spender.wish(scope, "0.02", null);
      if (!(spender.reserve(wish) instanceof Answer.Held)) break;
      held.add(wish);
    }
    assertThat(held).hasSize(50);
  }

  @Test
  void aKeyThatIsUsedByTwoWhomTheDatabaseLetsInAtOnceIsGivenBackInAllScopes() throws Exception {
    List<SpendScope> runs = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      runs.add(SpendScope.of("run-" + i, SpendLimits.total("0.65")));
    }
    for (int i = 0; i < 10; i++) {
      for (Wish wish : atOnceWithoutLocks(runs::get, "0.65", "order-" + i)) {
        spender.complete(wish, Charge.Kind.NONE);
      }
      for (SpendScope run : runs) spender.pay(run, "0.65", null, Charge.Kind.NONE);
    }
  }

  private List<Wish> atOnceWithoutLocks(
      IntFunction<SpendScope> scope, String usd, @Nullable String key) throws Exception {
    List<Wish> held = Collections.synchronizedList(new ArrayList<>());
    CyclicBarrier start = new CyclicBarrier(CALLERS);
    List<CompletableFuture<Void>> callers = new ArrayList<>();
    database.locksNothing = true;
    for (int i = 0; i < CALLERS; i++) {
      int caller = i;
      callers.add(
          CompletableFuture.runAsync(
              () -> {
                Wish wish = spender.wish(scope.apply(caller), usd, key);
                try {
                  start.await();
                  if (spender.reserve(wish) instanceof Answer.Held) held.add(wish);
                } catch (SpendLedgerException tooManyAtOnce) {
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

  /** Also where nothing but a memory is written. */
  @Test
  void aChangeOfRowsThatWereChangedMeanwhileIsMadeAgain() {
    remember("1");
    database.locksNothing = true;
    List<String> seen = new ArrayList<>();
    boolean unused =
        storage.change(
            rows -> {
              seen.add(Objects.requireNonNull(rows.memory("name")).text());
              if (seen.size() == 1) remember("2");
              rows.put(new Memory("name", "3", Long.MAX_VALUE));
              return true;
            });
    assertThat(seen).containsExactly("1", "2");
  }

  private void remember(String text) {
    boolean unused =
        storage.change(
            rows -> {
              rows.put(new Memory("name", text, Long.MAX_VALUE));
              return true;
            });
  }

  /** Behind a pooler a statement may be that of another connection. */
  @ParameterizedTest
  @ValueSource(
      strings = {"INTO freight_ledger", "INTO freight_reservation", "INSERT INTO freight_sum"})
  void aChangeWhoseRowWasNotWrittenAlthoughNothingFailedIsMadeAgain(String statement) {
    database.writing = statement;
    database.unwritten.set(1);
    Wish wish = spender.hold(LIMITED, "1.30", null);
    assertThat(database.unwritten).hasValue(0);
    spender.refused(LIMITED, "0.01");
    database.unwritten.set(1);
    assertThat(spender.complete(wish, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(spender.totals().chargedCount()).isEqualTo(1);
    assertThat(spender.chargedUsd()).isEqualByComparingTo("1.30");
    spender.refused(LIMITED, "0.01");
  }

  @Test
  void aMemoryThatWasNotWrittenAlthoughNothingFailedIsWrittenAgain() {
    database.writing = "INTO freight_memory";
    database.unwritten.set(1);
    remember("1");
    assertThat(database.unwritten).hasValue(0);
    assertThat(storage.<Memory>look(rows -> rows.memory("name"))).isNotNull();
  }

  @Tag("slow") // is tried again for some seconds
  @Test
  void aRowThatIsNeverWrittenFailsTheCallAndSetsNothingAside() {
    database.writing = "INTO freight_reservation";
    database.unwritten.set(Integer.MAX_VALUE);
    SpendLedgerException failure = failureOf(spender.wish(LIMITED, "1.30", null));
    assertThat(failure).hasMessageContaining("a row was not written");
    assertThat(failure.isPassing()).isTrue();
    database.unwritten.set(0);
    spender.hold(LIMITED, "1.30", null);
  }

  /** Numbers may be left out, and used later. */
  @Test
  void aLineThatIsMissingIsInsertedAlthoughItsNumberIsNotNew() {
    long id = storage.change(Rows::nextId);
    database.writing = "INSERT INTO freight_ledger";
    database.unwritten.set(1);
    Line line = putLine(id);
    assertThat(database.unwritten).hasValue(0);
    assertThat(storage.<Line>look(rows -> rows.line(id))).isEqualTo(line);
  }

  /** A driver may say that a row was not changed because it is as it was. */
  @Test
  void aLineThatIsAsItWasIsNotInsertedAgain() {
    long id = storage.change(Rows::nextId);
    putLine(id);
    database.writing = "UPDATE freight_ledger";
    database.unwritten.set(Integer.MAX_VALUE);
    Line line = putLine(id);
    assertThat(storage.<List<Line>>look(rows -> rows.lines(Filter.ALL, 0, 10)))
        .containsExactly(line);
  }

  private Line putLine(long id) {
    Line line = new Line.Adjustment(id, "a1", 1, 1, "ann", "top-up");
    return storage.change(
        rows -> {
          rows.put(line);
          return line;
        });
  }

  @Test
  void aNulInATextOfTheServiceIsNoReasonNotToBookItsCall() {
    Wish wish = spender.hold(LIMITED, "0.65", null);
    boolean unused =
        storage.change(
            rows -> {
              var outcome =
                  new io.freightsdk.SpendGuard.Outcome(Charge.Kind.CHARGED, "LD\0-1", "r\0");
              return new Rules(rows).complete(wish.id(), wish.name(), outcome) != null;
            });
    assertThat(spender.chargedUsd()).isEqualByComparingTo("0.65");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9})
  void anAdjustmentWhoseCommitIsNotAnsweredIsBookedOnceUnderItsName(int answersLost) {
    database.answersLost.set(answersLost);
    try {
      adjust();
    } catch (SpendLedgerException nobodyKnows) {
      assertThat(nobodyKnows.isPassing()).isTrue();
      database.answersLost.set(0);
      adjust();
    }
    List<Line> lines = storage.look(rows -> rows.lines(Filter.ALL, 0, 10));
    assertThat(lines).hasSize(1);
    assertThat(storage.<Long>look(rows -> rows.head().adjusted())).isEqualTo(50_000_000_000L);
  }

  private void adjust() {
    boolean unused =
        storage.change(
            rows -> new Rules(rows).adjust("a1", 50_000_000_000L, "ann", "top-up") != null);
  }

  @Test
  void anInterruptedCallIsBookedAndStaysInterrupted() {
    Wish wish = spender.hold(LIMITED, "0.65", null);
    Thread.currentThread().interrupt();
    spender.complete(wish, Charge.Kind.CHARGED);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(spender.totals().chargedCount()).isEqualTo(1);
  }

  @Test
  void refusalsTotalsAndListsTakeNoLock() throws Exception {
    spender.pay(LIMITED, "0.65", null, Charge.Kind.CHARGED);
    CompletableFuture<Rows.Totals> looked = new CompletableFuture<>();
    boolean unused =
        storage.change(
            rows -> {
              rows.put(new Memory("name", "text", Instant.MAX.getEpochSecond()));
              threads.execute(() -> looked.complete(spender.totals()));
              // While this transaction has the ledger locked.
              return looked.orTimeout(1, TimeUnit.MINUTES).join() != null;
            });
    assertThat(NanoUsd.toUsd(looked.get().charged())).isEqualByComparingTo("0.65");
  }
}
