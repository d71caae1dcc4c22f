package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.JdbcProxy;
import io.freightsdk.testing.PooledDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A ledger with the connection pool of an application that has its own queries. */
class ApplicationsPoolIT {
  private static final int PAYING = 40;
  private static final int READING = 8;

  /** The number of borrowed connections, and its maximum. */
  private final AtomicInteger taken = new AtomicInteger();

  private final AtomicInteger mostTaken = new AtomicInteger();

  private DataSource counted(DataSource real) {
    return JdbcProxy.dataSource(() -> lent(real.getConnection()));
  }

  private Connection lent(Connection real) {
    mostTaken.accumulateAndGet(taken.incrementAndGet(), Math::max);
    AtomicBoolean isBack = new AtomicBoolean();
    return JdbcProxy.of(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("close") && isBack.compareAndSet(false, true)) {
            taken.decrementAndGet();
          }
          return JdbcProxy.invoke(real, method, arguments);
        });
  }

  /** A pool of ten always has eight connections for the application. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void fortyPayingThreadsUseAtMostTwoConnections(EmptyDatabase kind) throws Exception {
    try (PooledDataSource database = new PooledDataSource(kind.make())) {
      SqlStorage.createTables(database);
      SqlStorage ledger = SqlStorage.open(counted(database), "acme", null);
      Buyer buyer = new Buyer(ledger, List.of(Buyer.total("4.00")));
      List<FutureTask<Integer>> callers = new ArrayList<>();
      try (Connection application = database.getConnection();
          Statement statement = application.createStatement()) {
        application.setAutoCommit(false);
        statement.execute("UPDATE freight_ledger SET changes = changes + 1");
        for (int i = 0; i < PAYING; i++) begin(callers, () -> buyer.payUntilRefused("0.02"));
        for (int i = 0; i < READING; i++) begin(callers, () -> look(buyer));
        Eventually.until(() -> taken.get() > 0, () -> "no thread waits for a connection");
        assertThat(mostTaken).as("while one waits for the ledger's row").hasValueBetween(1, 2);
        rollback(application);
      }
      int paid = 0;
      for (FutureTask<Integer> caller : callers) paid += caller.get(2, TimeUnit.MINUTES);
      assertThat(paid).isEqualTo(200);
      assertThat(mostTaken).as("ever").hasValueBetween(1, 2);
      ledger.close();
    }
  }

  private static void rollback(Connection connection) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  private static int look(Buyer buyer) {
    for (int i = 0; i < 10; i++)
      assertThat(buyer.chargedUsd()).isLessThanOrEqualTo(new BigDecimal("4.00"));
    return 0;
  }

  private static void begin(List<FutureTask<Integer>> callers, Callable<Integer> work) {
    FutureTask<Integer> caller = new FutureTask<>(work);
    callers.add(caller);
    Thread thread = new Thread(caller, "caller");
    thread.setDaemon(true);
    thread.start();
  }
}
