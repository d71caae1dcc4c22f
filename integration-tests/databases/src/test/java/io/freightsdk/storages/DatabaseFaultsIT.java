package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.BalanceReading;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.DatabaseThread;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.PooledDataSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

/** The charges of a ledger when its database or its pool fails. */
class DatabaseFaultsIT {
  /** The account of a {@link Buyer}. */
  private static final String ACCOUNT = "account";

  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final PooledDataSource pool =
      new PooledDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  private final FaultyDatabase database = new FaultyDatabase(pool);
  private final SqlStorage ledger =
      SqlStorage.open(
          database.dataSource(), "broker", null, Duration.ZERO, DatabaseThread.EXTRA_TIME);
  private final Buyer buyer = buyer(Buyer.total("1.30"));

  @AfterEach
  void closePool() throws SQLException {
    threads.shutdownNow();
    pool.close();
  }

  private Buyer buyer(SpendLimit... limits) {
    return new Buyer(ledger, List.of(limits));
  }

  private static List<SpendEntry> charged(Buyer buyer) {
    return buyer.entries().stream().filter(one -> one.outcome() == Charge.Kind.CHARGED).toList();
  }

  @Test
  void poolWithoutConnectionsRefusesTheCallAndReservesNothing() {
    database.away = true;
    SpendLedgerException failure = failureOf(buyer.request("1.30", null));
    assertThat(failure.isTransient()).isTrue();
    assertThat(failure).hasMessageContaining("ledger: cannot read or write");
    database.away = false;
    buyer.hold("1.30", null);
  }

  private SpendLedgerException failureOf(Purchase request) {
    return catchThrowableOfType(SpendLedgerException.class, () -> buyer.reserve(request));
  }

  @Test
  void outcomeWithALostCommitResponseIsStoredOnce() {
    Purchase held = buyer.hold("0.65", null);
    database.lostResponses.set(2);
    assertThat(buyer.complete(held, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(buyer)).hasSize(1);
    assertThat(buyer.chargedUsd()).isEqualByComparingTo("0.65");
    buyer.hold("0.65", null);
  }

  @Test
  void reservationWithALostCommitResponseIsStoredOnce() {
    database.lostResponses.set(2);
    Purchase held = buyer.hold("0.65", null);
    buyer.hold("0.65", null);
    assertThat(buyer.refused("0.01")).isZero();
    buyer.complete(held, Charge.Kind.NONE);
    buyer.hold("0.65", null);
  }

  @Test
  void repeatedReservationWithAnUnknownCommitIsAccepted() {
    Purchase request = buyer.request("1.30", "order-7");
    database.lostResponses.set(1);
    database.beforeCommit = connection -> database.away = true;
    assertThatExceptionOfType(SpendLedgerException.class)
        .isThrownBy(() -> buyer.reserve(request))
        .withMessageContaining("ledger: cannot commit")
        .matches(SpendLedgerException::isTransient);
    database.beforeCommit = connection -> {};
    database.away = false;
    assertThat(buyer.reserve(request)).isInstanceOf(Reservation.class);
    buyer.refused("0.01");
    buyer.complete(request, Charge.Kind.NONE);
    buyer.hold("1.30", null);
  }

  @Test
  void transactionThatBreaksBeforeItsCommitIsRepeated() {
    database.commitsLost.set(2);
    Purchase held = buyer.hold("0.65", null);
    database.commitsLost.set(2);
    buyer.complete(held, Charge.Kind.CHARGED);
    assertThat(charged(buyer)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void adjustmentWithAnUnknownCommitIsRecordedOnce(boolean happened) {
    (happened ? database.lostResponses : database.commitsLost).set(2);
    BalanceAdjustment unused =
        ledger.change(
            rows ->
                new LedgerRules(rows)
                    .recordAdjustment("a", ACCOUNT, BigDecimal.TEN, "ann", "a top-up"));
    assertThat(ledger.<Map<String, AccountTotals>>read(LedgerRows::accountTotals))
        .isEqualTo(Map.of(ACCOUNT, new AccountTotals(Usd.ZERO, Usd.ZERO, BigDecimal.TEN)));
  }

  private static void insertComparison(LedgerRows rows) {
    BigDecimal zero = BigDecimal.ZERO;
    rows.insert(
        rows.changeNumber(),
        new BalanceReading(Instant.EPOCH, zero, AccountTotals.NOTHING),
        new BalanceComparison(
            ACCOUNT, Instant.EPOCH, Instant.EPOCH, zero, zero, zero, zero, zero, zero));
  }

  private @Nullable BalanceReading firstReading() {
    return ledger.read(rows -> rows.firstReading(ACCOUNT));
  }

  @Test
  void exceptionOfTheRulesIsThrownUnchangedAndStoresNothing() {
    IllegalArgumentException mistake = new IllegalArgumentException("no such entry");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(
            () ->
                ledger.change(
                    rows -> {
                      insertComparison(rows);
                      throw mistake;
                    }))
        .isSameAs(mistake);
    assertThat(firstReading()).isNull();
  }

  /** Behind a connection pooler, a statement may run on another connection. */
  @ParameterizedTest
  @ValueSource(strings = {"INTO freight_entry", "INTO freight_reservation", "INTO freight_amount"})
  void changeWithARowThatWasNotWrittenIsRepeated(String statement) {
    database.writing = statement;
    database.unwritten.set(1);
    Purchase held = buyer.hold("1.30", null);
    assertThat(database.unwritten).hasValue(0);
    buyer.refused("0.01");
    database.unwritten.set(1);
    assertThat(buyer.complete(held, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(buyer)).hasSize(1);
    assertThat(buyer.chargedUsd()).isEqualByComparingTo("1.30");
    buyer.refused("0.01");
  }

  @Test
  void comparisonThatWasNotWrittenIsRepeated() {
    database.writing = "INTO freight_comparison";
    database.unwritten.set(1);
    boolean unused =
        ledger.change(
            rows -> {
              insertComparison(rows);
              return true;
            });
    assertThat(database.unwritten).hasValue(0);
    assertThat(firstReading()).isNotNull();
  }

  @Tag("slow") // is tried again for some seconds
  @Test
  void rowThatIsNeverWrittenFailsTheCallAndReservesNothing() {
    database.writing = "INTO freight_reservation";
    database.unwritten.set(Integer.MAX_VALUE);
    SpendLedgerException failure = failureOf(buyer.request("1.30", null));
    assertThat(failure).hasMessageContaining("a row was not written");
    assertThat(failure.isTransient()).isTrue();
    database.unwritten.set(0);
    buyer.hold("1.30", null);
  }

  /** For example, a replica, or a server whose disk is full. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.LedgerPlace#here")
  void readOnlyDatabaseIsReported(LedgerPlace kind, @TempDir Path folder) throws Exception {
    DataSource writable;
    DataSource readOnly;
    if (kind == LedgerPlace.SQLITE) {
      writable = sqlite(folder.resolve("ledger"), false);
      readOnly = sqlite(folder.resolve("ledger"), true);
    } else {
      String url =
          kind == LedgerPlace.H2
              ? "jdbc:h2:file:" + folder.resolve("h2") + ";WRITE_DELAY=0"
              : EmptyDatabase.valueOf(kind.name()).make();
      writable = new PooledDataSource(url);
      readOnly =
          new PooledDataSource(
              url
                  + switch (kind) {
                    case H2 -> ";ACCESS_MODE_DATA=r";
                    case POSTGRESQL -> "&options=-c%20default_transaction_read_only=on";
                    case MARIADB -> "&sessionVariables=tx_read_only=1";
                    case SQLITE -> throw new AssertionError(kind);
                  });
    }
    SqlStorage.createTables(writable);
    SqlStorage.open(writable, "broker", null).close();
    if (writable instanceof PooledDataSource database) database.close();
    assertThatExceptionOfType(SpendLedgerException.class)
        .isThrownBy(() -> SqlStorage.open(readOnly, "broker", null))
        .withMessageMatching("(?is)ledger: cannot read or write .*read.?only.*");
  }

  private static DataSource sqlite(Path file, boolean isReadOnly) {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    source.setReadOnly(isReadOnly);
    return source;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9})
  void settlementWithALostCommitResponseIsStoredOnce(int lostResponses) {
    buyer.complete(buyer.hold("0.65", null), Charge.Kind.UNKNOWN);
    database.lostResponses.set(lostResponses);
    try {
      settle();
    } catch (SpendLedgerException unknownCommit) {
      assertThat(unknownCommit.isTransient()).isTrue();
      database.lostResponses.set(0);
      settle();
    }
    assertThat(buyer.totals())
        .isEqualTo(new SpendTotals(new BigDecimal("0.65"), Usd.ZERO, Usd.ZERO));
    buyer.hold("0.65", null);
  }

  private void settle() {
    SpendEntry settled =
        ledger.change(rows -> new LedgerRules(rows).settle(1, true, "ann", "the invoice"));
    assertThat(settled.outcome()).isEqualTo(Charge.Kind.CHARGED);
  }

  @Test
  void outcomeOfAnInterruptedCallIsStoredAndKeepsTheInterrupt() {
    Purchase held = buyer.hold("0.65", null);
    Thread.currentThread().interrupt();
    buyer.complete(held, Charge.Kind.CHARGED);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(charged(buyer)).hasSize(1);
  }

  @Test
  void totalsNeedNoLock() throws Exception {
    buyer.pay("0.65", null);
    CompletableFuture<SpendTotals> concurrentTotals = new CompletableFuture<>();
    boolean unused =
        ledger.change(
            rows -> {
              insertComparison(rows);
              threads.execute(() -> concurrentTotals.complete(buyer.totals()));
              // This transaction has the ledger locked.
              return concurrentTotals.orTimeout(1, TimeUnit.MINUTES).join() != null;
            });
    assertThat(concurrentTotals.get().chargedUsd()).isEqualByComparingTo("0.65");
  }
}
