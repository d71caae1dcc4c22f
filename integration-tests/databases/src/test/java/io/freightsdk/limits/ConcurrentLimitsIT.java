package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.LedgerPlace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many concurrent callers under one limit. An error shows only at the last cents of a limit, so
 * there are many limits.
 */
class ConcurrentLimitsIT {
  private static final int CALLERS = 8;

  private static final List<String> CLOCKS =
      List.of("clock_timestamp", "UTC_TIMESTAMP", "CURRENT_TIMESTAMP", "unixepoch");

  private static final List<String> CUSTOMERS =
      IntStream.range(0, 10)
          .mapToObj(number -> (number % 2 == 0 ? "client/hour-" : "client/total-") + number)
          .toList();

  /** Each limit covers three reads. */
  private static final List<SpendLimit> LIMITS =
      CUSTOMERS.stream()
          .map(one -> one.contains("hour") ? Buyer.perHour(one, "0.06") : Buyer.total(one, "0.06"))
          .toList();

  @TempDir Path folder;

  static Stream<Arguments> databases() {
    List<Integer> isolations =
        List.of(
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE);
    return LedgerPlace.here().stream()
        .flatMap(
            kind ->
                (kind == LedgerPlace.SQLITE ? List.of(0) : isolations)
                    .stream().map(isolation -> Arguments.of(kind, isolation)));
  }

  @ParameterizedTest
  @MethodSource("databases")
  void concurrentCallersKeepLimitsAtEachIsolationLevel(LedgerPlace kind, int isolation)
      throws Exception {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      FaultyDatabase strict = new FaultyDatabase(database.source());
      strict.isolation = isolation;
      SqlStorage one = SqlStorage.open(strict.dataSource(), "acme", null);
      SqlStorage other = SqlStorage.open(strict.dataSource(), "acme", null);
      spendAll(one, other);
    }
  }

  @Test
  void concurrentCallersKeepLimitsInMemory() throws Exception {
    MemoryStorage ledger = new MemoryStorage(Clock.systemUTC(), 10_000);
    spendAll(ledger, ledger);
  }

  private static void spendAll(LedgerStorage one, LedgerStorage other) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2 * CALLERS);
    try {
      List<Callable<Integer>> callers = new ArrayList<>();
      for (LedgerStorage each : List.of(one, other)) {
        for (int i = 0; i < CALLERS; i++)
          callers.add(() -> payUntilRefused(new Buyer(each, LIMITS)));
      }
      int paid = 0;
      for (Future<Integer> caller : threads.invokeAll(callers)) paid += caller.get();
      assertThat(paid).isEqualTo(3 * CUSTOMERS.size());
      assertThat(new Buyer(one, LIMITS).chargedUsd()).isEqualByComparingTo("0.60");
    } finally {
      threads.shutdownNow();
    }
  }

  /** Reads for each customer until its limit refuses. Returns the number of paid reads. */
  private static int payUntilRefused(Buyer caller) {
    int paid = 0;
    for (String customer : CUSTOMERS) {
      while (true) {
        Purchase request = caller.request(customer, "0.02", null);
        if (!(caller.reserve(request) instanceof Reservation)) break;
        caller.complete(request, Charge.Kind.CHARGED);
        paid++;
      }
    }
    return paid;
  }

  // --- locks and isolation ---

  /** A value that is read before the lock may be outdated after it. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.LedgerPlace#here")
  void changeLocksBeforeItReadsTimeAndSums(LedgerPlace kind) throws Exception {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      FaultyDatabase watched = new FaultyDatabase(database.source());
      SqlStorage ledger = SqlStorage.open(watched.dataSource(), "acme", null);
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("2.00"), Buyer.total("2.00")));
      buyer.complete(buyer.hold("0.65", "key"), Charge.Kind.UNKNOWN);
      watched.statements.clear();
      Purchase repeat = buyer.hold("0.65", "key");
      assertOrder(watched.statements);
      watched.statements.clear();
      buyer.complete(repeat, Charge.Kind.CHARGED);
      assertOrder(watched.statements);
      ledger.close();
    }
  }

  /**
   * With MySQL's default, a transaction would read the sums from before its lock. In SQLite a
   * transaction locks the whole file at any isolation level.
   */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void changeReadsCommittedRowsAtEachIsolationLevel(LedgerPlace kind) throws Exception {
    assumeThat(LedgerPlace.here()).contains(kind);
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      FaultyDatabase strict = new FaultyDatabase(database.source());
      strict.isolation = Connection.TRANSACTION_SERIALIZABLE;
      List<String> committedAt = new ArrayList<>();
      strict.beforeCommit = connection -> committedAt.add(isolation(kind, connection));
      SqlStorage ledger = SqlStorage.open(strict.dataSource(), "acme", null);
      Purchase unused = new Buyer(ledger, List.of()).hold("0.65", null);
      assertThat(committedAt).containsExactly("READ COMMITTED");
      ledger.close();
    }
  }

  /** The isolation level of the transaction. It differs from the level of its session. */
  private static String isolation(LedgerPlace kind, Connection connection) throws SQLException {
    String sql =
        switch (kind) {
          case H2 ->
              "SELECT isolation_level FROM information_schema.sessions WHERE session_id ="
                  + " SESSION_ID()";
          case POSTGRESQL -> "SELECT UPPER(CURRENT_SETTING('transaction_isolation'))";
          case MARIADB ->
              "SELECT trx_isolation_level FROM information_schema.innodb_trx WHERE"
                  + " trx_mysql_thread_id = CONNECTION_ID()";
          case SQLITE -> throw new AssertionError(kind);
        };
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      assertThat(found.next()).isTrue();
      return found.getString(1);
    }
  }

  private static void assertOrder(List<String> sent) {
    List<String> statements =
        sent.stream().filter(sql -> !sql.startsWith("SET TRANSACTION ISOLATION LEVEL")).toList();
    String lock = statements.get(0);
    assertThat(lock).startsWith("UPDATE freight_ledger SET changes = changes + 1");
    int returning = lock.indexOf(" RETURNING changes");
    boolean returnsTime = returning >= 0;
    String time = returnsTime ? lock.substring(returning) : statements.get(1);
    assertThat(CLOCKS).noneMatch((returnsTime ? lock.substring(0, returning) : lock)::contains);
    if (!returnsTime) assertThat(time).startsWith("SELECT changes").contains("FROM freight_ledger");
    assertThat(CLOCKS).anyMatch(time::contains);
    assertThat(statements.subList(returnsTime ? 1 : 2, statements.size()))
        .as("nothing else counts or locks, and no sum ends at now")
        .isNotEmpty()
        .noneMatch(sql -> sql.contains("freight_ledger") || sql.contains("FOR UPDATE"))
        .noneMatch(sql -> CLOCKS.stream().anyMatch(sql::contains));
  }

  /** A change that has waited for another process has the time of the end of the wait. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.LedgerPlace#here")
  void timeOfAChangeIsReadAfterItsLock(LedgerPlace kind) throws Exception {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      SqlStorage first = SqlStorage.open(database.source(), "acme", null);
      SqlStorage second = SqlStorage.open(database.source(), "acme", null);
      CountDownLatch isLocked = new CountDownLatch(1);
      CompletableFuture<Instant> released =
          CompletableFuture.supplyAsync(
              () ->
                  first.change(
                      rows -> {
                        isLocked.countDown();
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                        return Instant.now();
                      }));
      assertThat(isLocked.await(10, TimeUnit.SECONDS)).isTrue();
      Instant time = second.change(LedgerRows::now);
      // SQLite's clock has milliseconds.
      assertThat(time).isAfterOrEqualTo(released.get(10, TimeUnit.SECONDS).minusMillis(1));
      first.close();
      second.close();
    }
  }
}
