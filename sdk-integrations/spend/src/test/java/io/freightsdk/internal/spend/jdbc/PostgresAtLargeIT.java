package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Wish;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL as it is run in earnest: behind a pooler. */
@Needs(Needs.Part.PGBOUNCER)
@Tag("slow") // needs PostgreSQL and a pooler
class PostgresAtLargeIT {
  private static final int CALLERS = 16;
  private static final int FITTING = 150;

  @Test
  void aPoolerThatGivesEachTransactionAnotherConnectionPassesNoLimit() throws Exception {
    assertThat(spendThroughThePooler()).isEqualTo(FITTING);
  }

  /** By default the driver names its statements, and would meet them on other connections. */
  @Test
  void aPoolerWithADriverThatDoesNotKnowOfItIsRefusedWithTheOptionThatHelps() throws Exception {
    String url = Needs.Part.PGBOUNCER.url();
    String book = UUID.randomUUID().toString();
    for (int process = 0; process < 5; process++) {
      try (TestDatabase pool = new TestDatabase(url)) {
        assertThatExceptionOfType(SpendLedgerException.class)
            .isThrownBy(() -> open(pool, book))
            .withMessageContaining("add prepareThreshold=0 to the URL")
            .satisfies(refused -> assertThat(refused.isPassing()).isFalse());
      }
      // What the driver named before is still there, and is of no harm.
      try (TestDatabase pool = new TestDatabase(url + "&prepareThreshold=0")) {
        open(pool, book).close();
      }
    }
  }

  /** The pooler is looked for with a second connection, which not every pool has. */
  @Test
  void aDirectConnectionIsEnoughToOpenTheBooks() {
    Connection[] last = new Connection[1];
    PGSimpleDataSource poolOfOne =
        new PGSimpleDataSource() {
          @Override
          public Connection getConnection() throws SQLException {
            if (last[0] != null && !last[0].isClosed()) {
              throw new SQLTransientConnectionException("no connection is free");
            }
            return last[0] = super.getConnection();
          }
        };
    poolOfOne.setUrl(Needs.Part.POSTGRES.url());
    open(poolOfOne, UUID.randomUUID().toString()).close();
  }

  /** Lock and head; what the rule asks for; all that is written; the commit. */
  @Test
  void aChangeOfAPaidCallIsThreeStatementsAndACommit() throws Exception {
    List<String> sent = new ArrayList<>();
    try (TestDatabase real = new TestDatabase(Needs.Part.POSTGRES.url())) {
      Spender spender = new Spender(open(noting(real, sent), UUID.randomUUID().toString()));
      SpendScope scope =
          SpendScope.client(SpendLimits.perHour("9.00").andTotal("9.00"));
      spender.pay(scope, "0.65", "first", Charge.Kind.CHARGED);
      sent.clear();
      Wish wish = spender.hold(scope, "0.65", "second");
      assertThat(sent).hasSize(4).last().isEqualTo("commit");
      sent.clear();
      spender.complete(wish, Charge.Kind.CHARGED);
      assertThat(sent).hasSize(4).last().isEqualTo("commit");
    }
  }

  /** Until somebody has counted the rows of new tables, PostgreSQL knows only their indexes. */
  @Test
  void aNewLedgerReadsTheRowsOfACallAndNoOthers() throws Exception {
    String schema = "new_" + UUID.randomUUID().toString().replace("-", "");
    String url = Needs.Part.POSTGRES.url();
    execute(url, "CREATE SCHEMA " + schema);
    try (TestDatabase tables = new TestDatabase(url + "&currentSchema=" + schema)) {
      JdbcStorage storage = open(counted(tables), "new");
      Spender spender = new Spender(storage);
      for (int i = 0; i < 300; i++)
        spender.pay(ofARun(i), "0.02", "read " + i, Charge.Kind.CHARGED);
      long before = rowsRead(url, schema);
      spender.pay(ofARun(300), "0.02", "read 300", Charge.Kind.CHARGED);
      assertThat(rowsRead(url, schema) - before)
          .as("rows that one more call reads")
          .isBetween(1L, 99L);
      storage.close();
    } finally {
      execute(url, "DROP SCHEMA " + schema + " CASCADE");
    }
  }

  private static SpendScope ofARun(int number) {
    return SpendScope.of("run:" + number, SpendLimits.perHour("9.00"));
  }

  private static void execute(String url, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement executing = connection.createStatement()) {
      executing.execute(statement);
    }
  }

  /** In all transactions that have ended and said so. */
  private static long rowsRead(String url, String schema) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement asking =
            connection.prepareStatement(
                "SELECT SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
                    + " WHERE schemaname = ?")) {
      asking.setString(1, schema);
      try (ResultSet rows = asking.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** Each transaction says at its end what it has read; by itself PostgreSQL lets them wait. */
  private static DataSource counted(DataSource real) {
    return proxy(
        DataSource.class,
        (connects, none) -> {
          Connection connection = real.getConnection();
          return proxy(
              Connection.class,
              (method, arguments) -> {
                if (method.getName().equals("commit")) {
                  try (Statement asking = connection.createStatement()) {
                    asking.execute("SELECT pg_stat_force_next_flush()");
                  }
                }
                return invoke(connection, method, arguments);
              });
        });
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static DataSource noting(DataSource real, List<String> sent) {
    return proxy(
        DataSource.class,
        (connects, none) -> {
          Connection connection = real.getConnection();
          return proxy(
              Connection.class,
              (method, arguments) -> {
                if (method.getName().equals("prepareStatement")) sent.add((String) arguments[0]);
                if (method.getName().equals("commit")) sent.add("commit");
                return invoke(connection, method, arguments);
              });
        });
  }

  private interface Handler {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            PostgresAtLargeIT.class.getClassLoader(),
            new Class<?>[] {type},
            (any, method, arguments) -> handler.call(method, arguments)));
  }

  private static int spendThroughThePooler() throws Exception {
    String url = Needs.Part.PGBOUNCER.url() + "&prepareThreshold=0";
    String book = UUID.randomUUID().toString();
    SpendScope scope = Spender.limited("3.00");
    open(source(url), book).close();
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (TestDatabase pool = new TestDatabase(url)) {
      Spender spender = new Spender(JdbcStorage.open(pool, book, SchemaMode.VALIDATE, null));
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) callers.add(() -> spender.payUntilRefused(scope, "0.02"));
      for (Future<Integer> caller : threads.invokeAll(callers)) caller.get();
    } finally {
      threads.shutdownNow();
    }
    try (TestDatabase direct = new TestDatabase(Needs.Part.POSTGRES.url())) {
      return (int) new Spender(open(direct, book)).totals().chargedCount();
    }
  }

  private static JdbcStorage open(DataSource database, String name) {
    return JdbcStorage.open(database, name, SchemaMode.CREATE, null);
  }

  private static PGSimpleDataSource source(String url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    return source;
  }
}
