package io.freightsdk.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of money when the database or its pool fails. */
class DatabaseFaultsIT {
  private static final int CALLERS = 8;

  private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
  private final TestDatabase pool =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  private final FaultyDatabase database = new FaultyDatabase(pool);
  private final JdbcLedger ledger = JdbcLedger.open(database.dataSource(), "broker", null);
  private final Buyer buyer = buyer(Buyer.total("1.30"));

  @AfterEach
  void closePool() throws SQLException {
    threads.shutdownNow();
    pool.close();
  }

  private Buyer buyer(SpendLimit... limits) {
    return new Buyer(ledger, List.of(limits));
  }

  private static List<Entry> charged(Buyer buyer) {
    return buyer.entries().stream().filter(one -> one.outcome() == ChargeState.CHARGED).toList();
  }

  @Test
  void aPoolWithoutConnectionsRefusesTheCallAndNothingStaysSetAside() {
    database.away = true;
    SpendLedgerException failure = failureOf(buyer.request("1.30", null));
    assertThat(failure.isPassing()).isTrue();
    assertThat(failure).hasMessageContaining("ledger: cannot read or write");
    database.away = false;
    buyer.hold("1.30", null);
  }

  private SpendLedgerException failureOf(ReservationRequest request) {
    return catchThrowableOfType(SpendLedgerException.class, () -> buyer.reserve(request));
  }

  @Test
  void anOutcomeWhoseCommitIsNotAnsweredIsBookedOnce() {
    ReservationRequest held = buyer.hold("0.65", null);
    database.answersLost.set(2);
    assertThat(buyer.complete(held, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(buyer)).hasSize(1);
    assertThat(buyer.chargedUsd()).isEqualByComparingTo("0.65");
    buyer.hold("0.65", null);
  }

  @Test
  void aReservationWhoseCommitIsNotAnsweredIsSetAsideOnce() {
    database.answersLost.set(2);
    ReservationRequest held = buyer.hold("0.65", null);
    buyer.hold("0.65", null);
    assertThat(buyer.refused("0.01")).isZero();
    buyer.complete(held, Charge.Kind.NONE);
    buyer.hold("0.65", null);
  }

  @Test
  void aReservationOfWhichNobodyKnowsIsThereWhenItIsMadeAgain() {
    ReservationRequest request = buyer.request("1.30", "order-7");
    database.answersLost.set(3);
    assertThatExceptionOfType(SpendLedgerException.class)
        .isThrownBy(() -> buyer.reserve(request))
        .withMessageContaining("ledger: cannot commit")
        .matches(SpendLedgerException::isPassing);
    assertThat(buyer.reserve(request)).isInstanceOf(ReserveResult.Reserved.class);
    buyer.refused("0.01");
    buyer.complete(request, Charge.Kind.NONE);
    buyer.hold("1.30", null);
  }

  @Test
  void aTransactionThatBreaksBeforeItsCommitIsRepeated() {
    database.commitsLost.set(2);
    ReservationRequest held = buyer.hold("0.65", null);
    database.commitsLost.set(2);
    buyer.complete(held, Charge.Kind.CHARGED);
    assertThat(charged(buyer)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aComparisonOfWhoseCommitNobodyKnowsIsMadeOnce(boolean happened) {
    compare("first", "10.00");
    buyer.pay("0.65", null);
    (happened ? database.answersLost : database.commitsLost).set(2);
    Comparison found = compare("second", "9.30");

    assertThat(found.taken()).isEqualTo(NanoUsd.of(new BigDecimal("0.70")));
    assertThat(found.difference()).isEqualTo(NanoUsd.of(new BigDecimal("0.05")));
    assertThat(compare("third", "9.30").difference()).isZero();
  }

  private static Comparison comparison(String name, long time) {
    Comparison.Reading reading = new Comparison.Reading(time, time, time);
    return new Comparison(name, reading, 0, 0, 0, Comparison.Spent.NOTHING);
  }

  private Comparison compare(String name, String balanceUsd) {
    long now = ledger.<Long>read(LedgerRows::now);
    long balance = NanoUsd.of(new BigDecimal(balanceUsd));
    Comparison.Reading reading = new Comparison.Reading(balance, now, now);
    return ledger.change(rows -> new LedgerRules(rows).compare(name, reading));
  }

  @Test
  void aTransactionOfTheApplicationIsNeverJoined() {
    database.autoCommit = false;
    SpendLedgerException failure = failureOf(buyer.request("0.65", null));
    assertThat(failure)
        .hasMessageContaining("autocommit off")
        .hasMessageContaining("a data source of its own");
    assertThat(failure.isPassing()).isFalse();
    assertThatExceptionOfType(SpendLedgerException.class)
        .isThrownBy(buyer::totals)
        .withMessageContaining("autocommit off");
    database.autoCommit = true;
    buyer.hold("1.30", null);
  }

  @Test
  void whatTheRulesRefuseIsThrownAsItIsAndStoresNothing() {
    IllegalArgumentException mistake = new IllegalArgumentException("no such entry");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(
            () ->
                ledger.change(
                    rows -> {
                      rows.put(comparison("name", 1));
                      throw mistake;
                    }))
        .isSameAs(mistake);
    assertThat(ledger.<Boolean>read(rows -> rows.lastComparison() == null)).isTrue();
  }

  @Test
  void aDatabaseThatLetsTwoIntoALedgerAtOncePassesNoLimit() throws Exception {
    Buyer limited = buyer(Buyer.total("1.00"));
    int held = 0;
    for (int i = 0; i < 10; i++) held += atOnceWithoutLocks(caller -> limited, "0.02", null).size();
    while (limited.reserve(limited.request("0.02", null)) instanceof ReserveResult.Reserved) held++;
    assertThat(held).isEqualTo(50);
  }

  @Test
  void aKeyThatIsUsedByTwoWhomTheDatabaseLetsInAtOnceIsGivenBackInAllScopes() throws Exception {
    List<Buyer> runs = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) runs.add(buyer(Buyer.total("client/run-" + i, "0.65")));
    for (int i = 0; i < 10; i++) {
      for (ReservationRequest held : atOnceWithoutLocks(runs::get, "0.65", "order-" + i)) {
        buyer.complete(held, Charge.Kind.NONE);
      }
      for (int run = 0; run < CALLERS; run++) {
        ReservationRequest one = runs.get(run).request("client/run-" + run, "0.65", null);
        assertThat(buyer.reserve(one)).isInstanceOf(ReserveResult.Reserved.class);
        buyer.complete(one, Charge.Kind.NONE);
      }
    }
  }

  private List<ReservationRequest> atOnceWithoutLocks(
      IntFunction<Buyer> buyers, String usd, @Nullable String key) throws Exception {
    List<ReservationRequest> held = Collections.synchronizedList(new ArrayList<>());
    CyclicBarrier start = new CyclicBarrier(CALLERS);
    List<CompletableFuture<Void>> callers = new ArrayList<>();
    database.locksNothing = true;
    for (int i = 0; i < CALLERS; i++) {
      Buyer caller = buyers.apply(i);
      String scope = caller.limits().get(0).scope();
      callers.add(
          CompletableFuture.runAsync(
              () -> {
                ReservationRequest request = caller.request(scope, usd, key);
                try {
                  start.await();
                  if (caller.reserve(request) instanceof ReserveResult.Reserved) held.add(request);
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

  /** As when H2 gives the lock with a row from before another one's change, which has happened. */
  @Test
  void aChangeOfRowsThatWereChangedMeanwhileIsMadeAgain() {
    compare("first", "1.00");
    database.locksNothing = true;
    List<String> seen = new ArrayList<>();
    boolean unused =
        ledger.change(
            rows -> {
              seen.add(Objects.requireNonNull(rows.lastComparison()).name());
              if (seen.size() == 1) compare("second", "2.00");
              rows.put(comparison("third", 3));
              return true;
            });
    assertThat(seen).containsExactly("first", "second");
  }

  /** No row of its own is missing then: only the ledger's says so, which is written last. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void anOutcomeThatAnotherHasRecordedMeanwhileIsNotCountedTwice(EmptyDatabase kind)
      throws Exception {
    try (TestDatabase real = new TestDatabase(kind.make())) {
      JdbcLedger.createTables(real);
      FaultyDatabase unlocked = new FaultyDatabase(real);
      JdbcLedger here = JdbcLedger.open(unlocked.dataSource(), "broker", null);
      Buyer customer = new Buyer(here, List.of());
      ReservationRequest held = customer.hold("0.65", null);
      unlocked.locksNothing = true;
      AtomicInteger runs = new AtomicInteger();
      Charge.Kind told =
          here.change(
              rows -> {
                SpendGuard.Outcome said =
                    new SpendGuard.Outcome(Charge.Kind.CHARGED, null, null, null, null);
                Charge.Kind charge = new LedgerRules(rows).complete(held, said);
                if (runs.incrementAndGet() == 1) customer.complete(held, Charge.Kind.CHARGED);
                return charge;
              });
      assertThat(runs).hasValue(2);
      assertThat(told).isEqualTo(Charge.Kind.CHARGED);
      assertThat(customer.totals()).isEqualTo(new Totals(650_000_000, 0, 0));
    }
  }

  /** Behind a pooler a statement may be that of another connection. */
  @ParameterizedTest
  @ValueSource(strings = {"INTO freight_entry", "INTO freight_reservation", "INTO freight_total"})
  void aChangeWhoseRowWasNotWrittenAlthoughNothingFailedIsMadeAgain(String statement) {
    database.writing = statement;
    database.unwritten.set(1);
    ReservationRequest held = buyer.hold("1.30", null);
    assertThat(database.unwritten).hasValue(0);
    buyer.refused("0.01");
    database.unwritten.set(1);
    assertThat(buyer.complete(held, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(buyer)).hasSize(1);
    assertThat(buyer.chargedUsd()).isEqualByComparingTo("1.30");
    buyer.refused("0.01");
  }

  @Test
  void aComparisonThatWasNotWrittenAlthoughNothingFailedIsWrittenAgain() {
    database.writing = "INTO freight_comparison";
    database.unwritten.set(1);
    compare("name", "1.00");
    assertThat(database.unwritten).hasValue(0);
    assertThat(ledger.<Comparison>read(LedgerRows::lastComparison)).isNotNull();
  }

  @Tag("slow") // is tried again for some seconds
  @Test
  void aRowThatIsNeverWrittenFailsTheCallAndSetsNothingAside() {
    database.writing = "INTO freight_reservation";
    database.unwritten.set(Integer.MAX_VALUE);
    SpendLedgerException failure = failureOf(buyer.request("1.30", null));
    assertThat(failure).hasMessageContaining("rows were changed meanwhile");
    assertThat(failure.isPassing()).isTrue();
    database.unwritten.set(0);
    buyer.hold("1.30", null);
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void aNulInATextOfTheServiceIsNoReasonNotToBookItsCall(EmptyDatabase kind) throws Exception {
    try (TestDatabase database = new TestDatabase(kind.make())) {
      JdbcLedger.createTables(database);
      Buyer here = new Buyer(JdbcLedger.open(database, "broker", null), List.of());
      ReservationRequest held = here.hold("0.65", null);
      SpendGuard.Outcome said =
          new SpendGuard.Outcome(Charge.Kind.CHARGED, "LD\0-1", null, null, "r\0");
      Charge.Kind told = here.storage().change(rows -> new LedgerRules(rows).complete(held, said));
      assertThat(told).isEqualTo(Charge.Kind.CHARGED);
      assertThat(here.entries().get(0).loadNumber()).isEqualTo("LD-1");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9})
  void aSettlementWhoseCommitIsNotAnsweredIsMadeOnce(int answersLost) {
    buyer.complete(buyer.hold("0.65", null), Charge.Kind.UNKNOWN);
    database.answersLost.set(answersLost);
    try {
      settle();
    } catch (SpendLedgerException nobodyKnows) {
      assertThat(nobodyKnows.isPassing()).isTrue();
      database.answersLost.set(0);
      settle();
    }
    assertThat(buyer.totals()).isEqualTo(new Totals(650_000_000, 0, 0));
    buyer.hold("0.65", null);
  }

  private void settle() {
    Entry settled =
        ledger.change(rows -> new LedgerRules(rows).settle(1, true, "ann", "the invoice"));
    assertThat(settled.outcome()).isEqualTo(ChargeState.CHARGED);
  }

  @Test
  void anInterruptedCallIsBookedAndStaysInterrupted() {
    ReservationRequest held = buyer.hold("0.65", null);
    Thread.currentThread().interrupt();
    buyer.complete(held, Charge.Kind.CHARGED);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(charged(buyer)).hasSize(1);
  }

  @Test
  void totalsAndListsTakeNoLock() throws Exception {
    buyer.pay("0.65", null);
    CompletableFuture<Totals> looked = new CompletableFuture<>();
    boolean unused =
        ledger.change(
            rows -> {
              rows.put(comparison("name", 1));
              threads.execute(() -> looked.complete(buyer.totals()));
              // While this transaction has the ledger locked.
              return looked.orTimeout(1, TimeUnit.MINUTES).join() != null;
            });
    assertThat(NanoUsd.toUsd(looked.get().charged())).isEqualByComparingTo("0.65");
  }
}
