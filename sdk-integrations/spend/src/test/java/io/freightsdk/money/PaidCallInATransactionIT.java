package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application makes paid calls inside its own transactions, from a pool that is just as big. */
class PaidCallInATransactionIT extends MoneyOverSocketsTest {
  private static final int POOL = 4;
  private static final long CONNECTION_TIMEOUT_MILLIS = 300;

  private final BreakableDatabase database = new BreakableDatabase();
  private final Semaphore free = new Semaphore(POOL);
  private final DataSource pool = pool();
  private final SpendLedger books = SpendLedger.jdbc(pool, "broker-1");
  private final ExecutorService threads = Executors.newFixedThreadPool(POOL);

  @AfterEach
  void closeAllOfIt() throws SQLException {
    threads.shutdown();
    books.close();
    database.close();
  }

  @ParameterizedTest
  @EnumSource
  void endsWithRetryLaterAndNothingCharged(CallStyle style) throws Exception {
    FreightClient client = client(builder().spendGuard(books.guard()));
    client.price(Operation.CREATE_LOAD);
    CyclicBarrier allInTransactions = new CyclicBarrier(POOL);
    CyclicBarrier allDone = new CyclicBarrier(POOL);
    List<CompletableFuture<FreightException>> calls = new ArrayList<>();
    for (int i = 0; i < POOL; i++) {
      calls.add(
          CompletableFuture.supplyAsync(
              () -> callInATransaction(style, client, allInTransactions, allDone), threads));
    }

    for (CompletableFuture<FreightException> call : calls) {
      FreightException failure = call.get(60, TimeUnit.SECONDS);
      assertThat(failure).isNotNull();
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
      assertThat(failure.nextStep()).as(failure.getMessage()).isEqualTo(NextStep.RETRY_LATER);
      assertThat(failure.retryable()).isTrue();
      assertThat(failure.attempts()).isZero();
    }
    assertThat(broker.debits()).isEmpty();
    style.createLoad(client, Loads.twoStops());
    // A connection may be late once more; what could not be stored is kept.
    books.guard().flush(Duration.ofMinutes(1)).toCompletableFuture().join();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(CREATE);
  }

  private FreightException callInATransaction(
      CallStyle style,
      FreightClient client,
      CyclicBarrier allInTransactions,
      CyclicBarrier allDone) {
    try (Connection transaction = pool.getConnection()) {
      transaction.setAutoCommit(false);
      allInTransactions.await(60, TimeUnit.SECONDS);
      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, Loads.twoStops()));
      // Nobody gives a connection back before all were refused.
      allDone.await(60, TimeUnit.SECONDS);
      transaction.rollback();
      return failure;
    } catch (Exception e) {
      throw new AssertionError("the application's own transaction failed", e);
    }
  }

  private DataSource pool() {
    DataSource all = database.dataSource();
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("getConnection")) {
                throw new UnsupportedOperationException(method.getName());
              }
              if (!free.tryAcquire(CONNECTION_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new SQLTransientConnectionException(
                    "Connection is not available, request timed out after 300 ms");
              }
              return givenBack(all.getConnection());
            });
  }

  private Connection givenBack(Connection real) {
    AtomicBoolean closed = new AtomicBoolean();
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close") && closed.compareAndSet(false, true)) {
                free.release();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
