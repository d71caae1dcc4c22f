package io.freightsdk.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL as it is run in earnest: behind a pooler. */
@Needs(Needs.Part.PGBOUNCER)
@Tag("slow") // needs PostgreSQL and a pooler
class PostgresAtLargeIT {
  private static final int CALLERS = 16;
  private static final int FITTING = 150;

  private static final String MANY_ENTRIES =
      "INSERT INTO freight_entry (ledger, id, operation, outcome, amount_usd, least_usd, scopes,"
          + " made_at, counts_at) SELECT 'new', 1000 + i, 'getLoadPosition', 'CHARGED', 0.02, 0.02,"
          + " 'client/run:' || i, made, made FROM generate_series(1, 20000) i,"
          + " (SELECT clock_timestamp() AT TIME ZONE 'UTC' - INTERVAL '30 minutes' AS made) m";

  private static final String THEIR_RESERVATIONS =
      "INSERT INTO freight_reservation (ledger, id, entry_id, scope, price_usd, made_at, expires_at,"
          + " outcome, ended_at, settled) SELECT ledger, 'r' || id, id, scopes, amount_usd, made_at,"
          + " made_at, outcome, counts_at, FALSE FROM freight_entry WHERE ledger = 'new'";

  @Test
  void aPoolerThatGivesEachTransactionAnotherConnectionPassesNoLimit() throws Exception {
    assertThat(spendThroughThePooler()).isEqualTo(FITTING);
  }

  /** During most of them all others of the ledger wait. */
  @Test
  void aChangeOfAPaidCallIsFewRoundTripsAndACommit() throws Exception {
    List<String> sent = new ArrayList<>();
    try (TestDatabase real = new TestDatabase(Needs.Part.POSTGRES.url())) {
      JdbcLedger ledger = open(noting(real, sent), UUID.randomUUID().toString());
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("9.00"), Buyer.total("9.00")));
      buyer.pay("0.65", "first");
      // The second keeps what the window has passed, for those of the next minute.
      buyer.pay("0.65", "second");
      sent.clear();
      ReservationRequest held = buyer.hold("0.65", "third");
      assertThat(sent).hasSizeLessThanOrEqualTo(6).last().isEqualTo("commit");
      sent.clear();
      buyer.complete(held, Charge.Kind.CHARGED);
      assertThat(sent).hasSizeLessThanOrEqualTo(4).last().isEqualTo("commit");
    }
  }

  /** Until somebody has counted the rows of new tables, PostgreSQL knows only their indexes. */
  @ParameterizedTest
  @ValueSource(ints = {0, 30})
  void aNewLedgerReadsTheRowsOfACallAndNoOthers(int callsBeforeItGrows) throws Exception {
    String schema = "new_" + UUID.randomUUID().toString().replace("-", "");
    String url = Needs.Part.POSTGRES.url();
    execute(url, "CREATE SCHEMA " + schema);
    try (TestDatabase tables = new TestDatabase(url + "&currentSchema=" + schema)) {
      JdbcLedger ledger = open(counted(tables), "new");
      // After some calls a connection keeps its plans, which were made for tables without rows.
      for (int i = 0; i < callsBeforeItGrows; i++) pay(ledger, 0);
      execute(url + "&currentSchema=" + schema, MANY_ENTRIES);
      execute(url + "&currentSchema=" + schema, THEIR_RESERVATIONS);
      // The second of them adds up the client's window.
      for (int i = 0; i < 2; i++) pay(ledger, 0);
      pay(ledger, 300);
      for (String call : List.of("that adds its window up", "after it")) {
        long before = rowsRead(url, schema);
        pay(ledger, 300);
        assertThat(rowsRead(url, schema) - before)
            .as("rows that a call reads, the one " + call)
            .isBetween(1L, 99L);
      }
      ledger.close();
    } finally {
      execute(url, "DROP SCHEMA " + schema + " CASCADE");
    }
  }

  private static void pay(JdbcLedger ledger, int run) {
    String scope = "client/run:" + run;
    Buyer buyer = new Buyer(ledger, List.of(perHour(scope), perHour(SpendScope.CLIENT)));
    ReservationRequest request = buyer.request(scope, "0.02", null);
    assertThat(buyer.reserve(request)).isInstanceOf(ReserveResult.Reserved.class);
    buyer.complete(request, Charge.Kind.CHARGED);
  }

  private static SpendLimit perHour(String scope) {
    BigDecimal cap = new BigDecimal("900.00");
    return new SpendLimit(scope, SpendLimit.Kind.WINDOW, Duration.ofHours(1), null, cap);
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
                switch (method.getName()) {
                  case "prepareStatement" -> sent.add((String) arguments[0]);
                  case "commit", "getTransactionIsolation", "setTransactionIsolation" ->
                      sent.add(method.getName());
                  default -> {}
                }
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
    String name = UUID.randomUUID().toString();
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (TestDatabase pool = new TestDatabase(url)) {
      Buyer buyer = new Buyer(open(pool, name), List.of(Buyer.total("3.00")));
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) callers.add(() -> buyer.payUntilRefused("0.02"));
      for (Future<Integer> caller : threads.invokeAll(callers)) caller.get();
    } finally {
      threads.shutdownNow();
    }
    try (TestDatabase direct = new TestDatabase(Needs.Part.POSTGRES.url())) {
      return new Buyer(open(direct, name), List.of()).entries().size();
    }
  }

  private static JdbcLedger open(DataSource database, String name) {
    JdbcLedger.createTables(database);
    return JdbcLedger.open(database, name, null);
  }
}
