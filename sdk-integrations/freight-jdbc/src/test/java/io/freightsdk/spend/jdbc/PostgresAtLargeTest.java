package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.TestDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.Thorough;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL as it is run in earnest: behind a pooler, and with a replica that takes over. */
@EnabledIfEnvironmentVariable(
    named = "FREIGHT_TEST_PGBOUNCER_URL",
    matches = ".+",
    disabledReason =
        "needs a PostgreSQL: run with sdk-integrations/freight-jdbc/src/test/scripts/with-databases.sh")
@Thorough("needs PostgreSQL, a pooler and a replica")
class PostgresAtLargeTest {
  private static final int CALLERS = 16;
  private static final int FITTING = 150;

  @Test
  void aPoolerThatGivesEachTransactionAnotherConnectionPassesNoLimit() throws Exception {
    assertThat(spendThroughThePooler()).isEqualTo(FITTING);
  }

  /** By default the driver names its statements, and would meet them on other connections. */
  @Test
  void aPoolerWithADriverThatDoesNotKnowOfItIsRefusedWithTheOptionThatHelps() throws Exception {
    String url = System.getenv("FREIGHT_TEST_PGBOUNCER_URL");
    String book = UUID.randomUUID().toString();
    for (int process = 0; process < 5; process++) {
      try (TestDatabase pool = new TestDatabase(url)) {
        assertThatExceptionOfType(SpendStoreException.class)
            .isThrownBy(() -> JdbcSpendStore.open(pool, book))
            .withMessageContaining("add prepareThreshold=0 to the URL")
            .satisfies(refused -> assertThat(refused.isPassing()).isFalse());
      }
      // What the driver named before is still there, and is of no harm.
      try (TestDatabase pool = new TestDatabase(url + "&prepareThreshold=0")) {
        JdbcSpendStore.open(pool, book).close();
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
    poolOfOne.setUrl(System.getenv(TestDatabase.POSTGRES));
    JdbcSpendStore.open(poolOfOne, UUID.randomUUID().toString()).close();
  }

  private static int spendThroughThePooler() throws Exception {
    String url = System.getenv("FREIGHT_TEST_PGBOUNCER_URL") + "&prepareThreshold=0";
    String book = UUID.randomUUID().toString();
    SpendScope scope = SpendScope.client(SpendLimits.builder().total("3.00").build());
    JdbcSpendStore.open(source(url), book).close();
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (TestDatabase pool = new TestDatabase(url)) {
      SpendStore store = JdbcSpendStore.open(pool, book, JdbcSpendStore.SchemaMode.VALIDATE);
      List<Callable<Boolean>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) callers.add(() -> pay(store, scope));
      for (Future<Boolean> caller : threads.invokeAll(callers)) caller.get();
    } finally {
      threads.shutdownNow();
    }
    try (TestDatabase direct = new TestDatabase(System.getenv(TestDatabase.POSTGRES))) {
      SpendStore store = JdbcSpendStore.open(direct, book);
      return (int) new TestBooks(store, Clock.systemUTC()).totals().charged();
    }
  }

  /** Until the limit says no. */
  private static boolean pay(SpendStore store, SpendScope scope) {
    TestBooks books = new TestBooks(store, Clock.systemUTC());
    for (int call = 0; call < FITTING; call++) {
      SpendDecision decision = books.reserve(scope, "0.02", null);
      if (!(decision instanceof SpendHold hold)) break;
      books.settle(hold, "0.02", Charge.Kind.CHARGED);
    }
    books.books.close(Duration.ofSeconds(30));
    return true;
  }

  @Test
  @ExpectedWarnings({"are accepted as they are", "goes on with them"})
  void aReplicaThatIsBehindStopsWhoeverKnowsMoreThanIt() throws Exception {
    control("start", "primary");
    control("start", "replica");
    try {
      String primary = "127.0.0.1:" + control("port", "primary");
      String replica = "127.0.0.1:" + control("port", "replica");
      PGSimpleDataSource both =
          source(
              "jdbc:postgresql://%s,%s/postgres?user=freight&targetServerType=primary&connectTimeout=2"
                  .formatted(primary, replica));
      SpendScope scope = SpendScope.of("acme", SpendLimits.builder().total("1.30").build());
      TestBooks books = new TestBooks(JdbcSpendStore.open(both, "broker"), Clock.systemUTC());
      books.pay(scope, "0.65", null, Charge.Kind.CHARGED);
      String written = ask(primary, "SELECT pg_current_wal_lsn()");
      Eventually.until(
          () -> ask(replica, "SELECT pg_last_wal_replay_lsn() >= '" + written + "'").equals("t"),
          () -> "the replica has not come so far");

      ask(replica, "ALTER SYSTEM SET primary_conninfo = ''");
      ask(replica, "SELECT pg_reload_conf()");
      Eventually.until(
          () -> ask(primary, "SELECT COUNT(*) FROM pg_stat_replication").equals("0"),
          () -> "the replica still follows");
      books.pay(scope, "0.65", null, Charge.Kind.CHARGED);
      control("kill", "primary");
      control("promote", "replica");

      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> books.reserve(scope, "0.65", null))
          .withMessageContaining("older than they were")
          .withMessageContaining("accept(reason)");
      assertThat(books.totals().charged()).as("what the replica knows").isEqualTo(1);
      books.books.ledger().accept("the replica took over");
      books.pay(scope, "0.65", null, Charge.Kind.CHARGED);
      books.refused(scope, "0.01", null);
    } finally {
      control("kill", "primary");
      control("kill", "replica");
    }
  }

  private static PGSimpleDataSource source(String url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    return source;
  }

  private static String ask(String server, String sql) {
    try (Connection connection =
            DriverManager.getConnection("jdbc:postgresql://" + server + "/postgres?user=freight");
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) return "";
      ResultSet result = statement.getResultSet();
      return result.next() ? String.valueOf(result.getString(1)) : "";
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static String control(String what, String server) throws Exception {
    Process process =
        new ProcessBuilder(System.getenv("FREIGHT_TEST_DATABASE_CONTROL"), what, server)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said.strip();
  }
}
