package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.BreakableDatabase.Hang;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.DatabaseRelay;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.JdbcProxy;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.PooledDataSource;
import io.freightsdk.testing.ShortTimeouts;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A call ends at its deadline if a database, a network or a pool does not respond. */
@Timeout(120) // none of them ever responds
class SilentDatabaseIT {
  private static final Duration SOON = Duration.ofMillis(300);

  private static Decision reserve(Buyer buyer, Purchase request) {
    return reserve(buyer, request, SOON);
  }

  private static Decision reserve(Buyer buyer, Purchase request, Duration atMost) {
    return buyer.storage().change(rows -> buyer.decide(rows, request), atMost);
  }

  @ParameterizedTest
  @EnumSource
  void hangingDatabaseFailsTheCallAtItsDeadline(Hang hang) {
    ShortTimeouts.check(soon -> hangingDatabaseFailsTheCall(hang, soon));
  }

  private static void hangingDatabaseFailsTheCall(Hang hang, Duration soon) {
    try (BreakableDatabase database = new BreakableDatabase()) {
      SqlStorage ledger = SqlStorage.open(database.dataSource(), "acme", null);
      Buyer buyer = new Buyer(ledger, List.of(Buyer.total("0.65")));
      Purchase request = buyer.request("0.65", null);
      database.hold(hang);
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> reserve(buyer, request, soon))
          .withMessageContaining(
              hang == Hang.CONNECTION
                  ? "the data source returned no connection"
                  : "did not respond")
          .matches(SpendLedgerException::isTransient);
      assertThat(database.waiting()).as("the database still hangs").isPositive();

      database.letGo();
      buyer.complete(request, Charge.Kind.NONE);
      buyer.hold("0.65", null);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<EmptyDatabase> servers() {
    return EmptyDatabase.here().stream().filter(kind -> kind != EmptyDatabase.H2);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("servers")
  void silentNetworkFailsTheCallAtItsDeadline(EmptyDatabase kind) throws Exception {
    try (DatabaseRelay relay = new DatabaseRelay(kind.make());
        PooledDataSource database = new PooledDataSource(relay.url())) {
      SqlStorage.createTables(database);
      Buyer buyer =
          new Buyer(SqlStorage.open(database, "acme", null), List.of(Buyer.total("0.65")));
      Purchase request = buyer.request("0.65", null);
      relay.hold();
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> reserve(buyer, request))
          .matches(SpendLedgerException::isTransient);

      relay.letGo();
      buyer.complete(request, Charge.Kind.NONE);
      buyer.hold("0.65", null);
    }
  }

  /** A pool that waits for a free connection without a limit. */
  private static DataSource poolOf(int connections, DataSource real) {
    Semaphore free = new Semaphore(connections);
    return JdbcProxy.dataSource(
        () -> {
          free.acquireUninterruptibly();
          Connection connection = real.getConnection();
          AtomicBoolean isBack = new AtomicBoolean();
          return JdbcProxy.of(
              Connection.class,
              (method, arguments) -> {
                if (method.getName().equals("close") && isBack.compareAndSet(false, true)) {
                  free.release();
                }
                return JdbcProxy.invoke(connection, method, arguments);
              });
        });
  }

  @Test
  void exhaustedPoolInsideTransactionsIsReportedWithItsRemedy() throws Exception {
    try (PooledDataSource database = new PooledDataSource(EmptyDatabase.H2.make())) {
      DataSource pool = poolOf(2, database);
      Buyer buyer = new Buyer(SqlStorage.open(pool, "acme", null), List.of(Buyer.total("1.00")));
      CyclicBarrier both = new CyclicBarrier(2);
      Callable<Decision> caller =
          () -> {
            try (Connection transaction = pool.getConnection()) {
              transaction.setAutoCommit(false);
              both.await();
              try {
                return reserve(buyer, buyer.request("0.65", null));
              } finally {
                both.await();
                transaction.setAutoCommit(true);
              }
            }
          };
      ExecutorService threads = Executors.newFixedThreadPool(2);
      for (Future<Decision> called : threads.invokeAll(List.of(caller, caller))) {
        assertThat(called)
            .failsWithin(Duration.ofMinutes(1))
            .withThrowableThat()
            .withMessageContaining(
                "give the ledger its own data source, or its pool more connections: a paid call"
                    + " inside a database transaction needs a second connection");
      }
      threads.shutdownNow();
      buyer.hold("1.00", null);
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void poolOfOneConnectionIsEnoughForPaidCalls(EmptyDatabase kind) throws Exception {
    try (PooledDataSource database = new PooledDataSource(kind.make())) {
      DataSource pool = poolOf(1, database);
      SqlStorage.createTables(pool);
      Buyer buyer = new Buyer(SqlStorage.open(pool, "acme", null), List.of(Buyer.total("1.00")));
      Callable<Integer> paying = () -> buyer.payUntilRefused("0.02");
      Callable<Integer> reading =
          () -> {
            for (int i = 0; i < 20; i++) assertThat(buyer.entries()).hasSizeLessThanOrEqualTo(50);
            return 0;
          };
      ExecutorService threads = Executors.newFixedThreadPool(6);
      int paid = 0;
      for (Future<Integer> called :
          threads.invokeAll(List.of(paying, reading, paying, reading, paying, paying))) {
        paid += called.get();
      }
      threads.shutdownNow();
      assertThat(paid).isEqualTo(50);
      assertThat(buyer.chargedUsd()).isEqualByComparingTo("1.00");
      buyer.storage().close();
    }
  }

  @Test
  void missingDriverIsReportedWithItsRemedy() {
    PooledDataSource nowhere = new PooledDataSource("jdbc:nobody://ann:secret@127.0.0.1/acme");
    assertThatExceptionOfType(SpendLedgerException.class)
        .isThrownBy(() -> SqlStorage.open(nowhere, "acme", null))
        .withMessageContaining("no suitable driver for jdbc:nobody; add the JDBC driver")
        .matches(refused -> !Throwables.getStackTrace(refused).contains("secret"))
        .matches(refused -> !refused.isTransient());
  }

  /** H2 closes a file whose thread is interrupted. */
  @ParameterizedTest
  @EnumSource(names = {"H2", "SQLITE"})
  void interruptLosesNoChargeAndClosesNoFile(LedgerPlace kind, @TempDir Path folder)
      throws Exception {
    PooledDataSource h2 =
        new PooledDataSource("jdbc:h2:file:" + folder.resolve("h2") + ";WRITE_DELAY=0");
    SqlStorage ledger =
        kind == LedgerPlace.H2
            ? SqlStorage.open(h2, "acme", null)
            : SqlStorage.open(folder.resolve("ledger"), null);
    Buyer buyer = new Buyer(ledger, List.of(Buyer.total("1.00")));
    Thread caller = Thread.currentThread();
    AtomicBoolean isDone = new AtomicBoolean();
    Thread interrupting =
        new Thread(
            () -> {
              while (!isDone.get()) {
                caller.interrupt();
                Thread.yield();
              }
            });
    interrupting.start();
    int paid;
    boolean wasInterrupted;
    try {
      paid = buyer.payUntilRefused("0.02");
      wasInterrupted = Thread.currentThread().isInterrupted();
    } finally {
      isDone.set(true);
      Eventually.until(() -> !interrupting.isAlive(), () -> "it interrupts");
      boolean unused = Thread.interrupted();
    }
    assertThat(paid).isEqualTo(50);
    assertThat(wasInterrupted).isTrue();
    assertThat(buyer.chargedUsd()).isEqualByComparingTo("1.00");
    ledger.close();
    h2.close();
  }
}
