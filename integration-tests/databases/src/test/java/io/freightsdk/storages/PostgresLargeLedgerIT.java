package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.JdbcProxy;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.PooledDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL as in production: behind a connection pooler, and with many rows. */
@Needs(Needs.Program.PGBOUNCER)
@Tag("slow") // needs PostgreSQL and a pooler
class PostgresLargeLedgerIT {
  private static final int CALLERS = 16;
  private static final int FITTING = 150;

  /**
   * 20,000 paid calls of the last week, none of them in the last hour. PostgreSQL has not analyzed
   * the tables yet, which it does within a minute.
   */
  private static final List<String> MANY_ENTRIES =
      List.of(
          """
          INSERT INTO freight_entry (ledger, id, account, operation, idempotency_key, key_reused,
            customer_ref, load_number, load_id, scope, created_at, counted_at, outcome, min_amount, amount,
            refunded)
          SELECT 'new', 1000 + i, 'account', 'createLoad', 'key-' || i, FALSE,
            'PO-' || i, 'LD-' || i, 'id-' || i, 'client/run:' || i, made, made, 'CHARGED', 1, 1, 0
          FROM (
            SELECT i, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)
              - 7200000000 - i * CAST(30000000 AS BIGINT) AS made
            FROM generate_series(1, 20000) i) old
          """,
          """
          INSERT INTO freight_reservation (ledger, id, entry_id, scope, price, created_in, created_at,
            unknown_from, outcome, ended_in, ended_at, settled)
          SELECT ledger, 'r' || id, id, scope, amount, id, created_at,
            counted_at, outcome, id, counted_at, FALSE FROM freight_entry WHERE load_id LIKE 'id-%'
          """,
          """
          INSERT INTO freight_amount
            (ledger, entry_id, scope, operation, counted_at, outcome, amount)
          SELECT ledger, id, around, operation, counted_at, outcome, amount FROM (
            SELECT ledger, id, scope AS around, operation, counted_at, outcome, amount, load_id
            FROM freight_entry
            UNION ALL SELECT ledger, id, 'client', operation, counted_at, outcome, amount, load_id
            FROM freight_entry) scopes WHERE load_id LIKE 'id-%'
          """,
          "UPDATE freight_ledger SET changes = 30000");

  @Test
  void limitsHoldWithAPoolerForTransactions() throws Exception {
    assertThat(spendThroughThePooler()).isEqualTo(FITTING);
  }

  /** All other changes of the ledger wait during most of these round trips. */
  @Test
  void changeNeedsFewRoundTripsAndOneCommit() throws Exception {
    List<String> sent = new ArrayList<>();
    try (PooledDataSource real = new PooledDataSource(Needs.Program.POSTGRES.urlOrSkip())) {
      SqlStorage ledger = open(noting(real, sent), UUID.randomUUID().toString());
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("9.00"), Buyer.total("9.00")));
      buyer.pay("0.65", "first");
      sent.clear();
      Purchase held = buyer.hold("0.65", "second");
      assertThat(sent).hasSizeLessThanOrEqualTo(11).last().isEqualTo("commit");
      sent.clear();
      buyer.complete(held, Charge.Kind.CHARGED);
      assertThat(sent).hasSizeLessThanOrEqualTo(9).last().isEqualTo("commit");
      ledger.close();
    }
  }

  /** A ledger that has grown while its connections were open. */
  private void inALargeLedger(int callsBeforeItGrows, LargeLedger test) throws Exception {
    String schema = "new_" + UUID.randomUUID().toString().replace("-", "");
    String url = Needs.Program.POSTGRES.urlOrSkip();
    execute(url, "CREATE SCHEMA " + schema);
    try (PooledDataSource tables = new PooledDataSource(url + "&currentSchema=" + schema)) {
      SqlStorage ledger = open(counted(tables), "new");
      // After some calls a connection keeps its plans until the tables are analyzed.
      for (int i = 0; i < callsBeforeItGrows; i++) pay(ledger, 0, null);
      for (String sql : MANY_ENTRIES) execute(url + "&currentSchema=" + schema, sql);
      test.on(ledger, () -> rowsRead(url, schema));
      ledger.close();
    } finally {
      execute(url, "DROP SCHEMA " + schema + " CASCADE");
    }
  }

  private interface LargeLedger {
    void on(SqlStorage ledger, Callable<Long> rowsRead) throws Exception;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 30})
  void grownLedgerReadsOnlyTheRowsOfACall(int callsBeforeItGrows) throws Exception {
    inALargeLedger(
        callsBeforeItGrows,
        (ledger, rowsRead) -> {
          for (int i = 0; i < 2; i++) pay(ledger, 0, null);
          pay(ledger, 300, null);
          long before = rowsRead.call();
          pay(ledger, 300, null);
          assertThat(rowsRead.call() - before).as("rows that a read reads").isBetween(1L, 199L);
          before = rowsRead.call();
          pay(ledger, 300, "PO-300");
          assertThat(rowsRead.call() - before).as("rows that an order reads").isBetween(1L, 199L);
        });
  }

  @ParameterizedTest
  @MethodSource("readings")
  void largeLedgerUsesItsIndexes(String what, SpendFilter filter, int found) throws Exception {
    inALargeLedger(
        30,
        (ledger, rowsRead) -> {
          long before = rowsRead.call();
          List<SpendEntry> page = ledger.read(rows -> rows.entries(filter, 0, 10));
          assertThat(page).hasSize(found);
          assertThat(rowsRead.call() - before).as("rows that are read").isBetween(1L, 199L);
        });
  }

  static Stream<Arguments> readings() {
    return Stream.of(
        Arguments.of("a page", SpendFilter.all(), 10),
        Arguments.of("a load", SpendFilter.all().loadNumber("LD-777"), 1),
        Arguments.of("a reference", SpendFilter.all().customerRef("PO-777"), 1));
  }

  /** Reads a position, or creates the load of an order that has a key and a reference. */
  private static void pay(SqlStorage ledger, int run, @Nullable String order) {
    String scope = "client/run:" + run;
    Buyer buyer = new Buyer(ledger, List.of(perHour(scope), perHour(SpendScope.CLIENT)));
    Purchase request = buyer.request(scope, "0.02", order);
    assertThat(buyer.reserve(request)).isInstanceOf(Reservation.class);
    Outcome outcome = new Outcome(Charge.Kind.CHARGED, "LD-new", "new", null, null);
    Charge.Kind unused = ledger.change(rows -> new LedgerRules(rows).complete(request, outcome));
  }

  private static SpendLimit perHour(String scope) {
    return Buyer.inScope(scope, SpendLimit.perHour("900.00"));
  }

  private static void execute(String url, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement executing = connection.createStatement()) {
      executing.execute(statement);
    }
  }

  /** The rows that were read in all ended transactions that have reported their statistics. */
  private static long rowsRead(String url, String schema) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
                    + " WHERE schemaname = ?")) {
      statement.setString(1, schema);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /**
   * Connections that report their statistics before they are returned. PostgreSQL would delay this.
   */
  private static DataSource counted(DataSource real) {
    return JdbcProxy.dataSource(
        () -> {
          Connection connection = real.getConnection();
          return JdbcProxy.of(
              Connection.class,
              (method, arguments) -> {
                if (method.getName().equals("close")) {
                  try (Statement statement = connection.createStatement()) {
                    statement.execute("SELECT pg_stat_force_next_flush()");
                  }
                }
                return JdbcProxy.invoke(connection, method, arguments);
              });
        });
  }

  private static DataSource noting(DataSource real, List<String> sent) {
    return JdbcProxy.dataSource(
        () -> {
          Connection connection = real.getConnection();
          return JdbcProxy.of(
              Connection.class,
              (method, arguments) -> {
                switch (method.getName()) {
                  case "prepareStatement" -> sent.add((String) arguments[0]);
                  case "commit", "setTransactionIsolation" -> sent.add(method.getName());
                  default -> {}
                }
                return JdbcProxy.invoke(connection, method, arguments);
              });
        });
  }

  private static int spendThroughThePooler() throws Exception {
    String url = Needs.Program.PGBOUNCER.urlOrSkip() + "&prepareThreshold=0";
    String name = UUID.randomUUID().toString();
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (PooledDataSource pool = new PooledDataSource(url)) {
      Buyer buyer = new Buyer(open(pool, name), List.of(Buyer.total("3.00")));
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) callers.add(() -> buyer.payUntilRefused("0.02"));
      for (Future<Integer> caller : threads.invokeAll(callers)) caller.get();
    } finally {
      threads.shutdownNow();
    }
    try (PooledDataSource direct = new PooledDataSource(Needs.Program.POSTGRES.urlOrSkip())) {
      return new Buyer(open(direct, name), List.of()).entries().size();
    }
  }

  private static SqlStorage open(DataSource database, String name) {
    SqlStorage.createTables(database);
    return SqlStorage.open(database, name, null);
  }
}
