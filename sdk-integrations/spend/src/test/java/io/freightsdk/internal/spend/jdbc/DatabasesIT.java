package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.MoneyModel;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import java.sql.Connection;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger counts the same, however its database and its driver are set. */
class DatabasesIT {
  private static final int PROGRAMS = 8;

  /** Of each of two processes. */
  private static final int CALLERS = 4;

  private static JdbcStorage open(DataSource database) {
    return JdbcStorage.open(database, "acme", SchemaMode.CREATE, null);
  }

  private static void runPrograms(DataSource database) {
    for (long seed = 0; seed < PROGRAMS; seed++) {
      String name = UUID.randomUUID().toString();
      new MoneyModel(seed, clock -> JdbcStorage.open(database, name, SchemaMode.CREATE, clock))
          .run();
    }
  }

  @Test
  void scopesThatDifferInCaseAreTwoWhereTextsUsuallyAreNot() throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;IGNORECASE=TRUE";
    try (TestDatabase careless = new TestDatabase(url)) {
      Spender spender = new Spender(open(careless));
      for (String name : List.of("acme", "ACME")) {
        SpendScope scope = SpendScope.of(name, SpendLimits.total("0.65"));
        spender.pay(scope, "0.65", null, Charge.Kind.CHARGED);
        spender.refused(scope, "0.01");
      }
    }
  }

  /** As after a failover to a server whose clock is a little behind. */
  @ParameterizedTest
  @CsvSource({"PT50S, true", "PT2H, false"})
  void aClockThatWasSetBackALittleStandsStill(Duration by, boolean stands) throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    try (TestDatabase database = new TestDatabase(url)) {
      JdbcStorage storage = open(database);
      long before =
          storage.change(
              rows -> {
                rows.put(rows.head());
                return rows.now();
              });
      try (Connection ahead = database.getConnection();
          Statement statement = ahead.createStatement()) {
        statement.executeUpdate(
            "UPDATE freight_book SET now_at = DATEADD('SECOND', %d, now_at)"
                .formatted(by.toSeconds()));
      }
      long then = before + TimeUnit.SECONDS.toMicros(by.toSeconds());
      assertThat(storage.look(Rows::now) >= then).isEqualTo(stands);
    }
  }

  /** With the SQL of another product, a ledger would fail in the middle of a paid call. */
  @ParameterizedTest
  @CsvSource({
    "REGULAR, true",
    "LEGACY, true",
    "DB2, true",
    "HSQLDB, true",
    "MariaDB, true",
    "MySQL, true",
    "PostgreSQL, true",
    "Derby, false",
    "MSSQLServer, false",
    "Oracle, false",
    "STRICT, false"
  })
  void aModeIsRefusedUnlessALedgerWorksInIt(String mode, boolean works) throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;MODE=" + mode;
    try (TestDatabase mimic = new TestDatabase(url)) {
      if (works) {
        runPrograms(mimic);
      } else {
        assertThatExceptionOfType(SpendLedgerException.class)
            .isThrownBy(() -> open(mimic))
            .withMessageContaining("a URL without MODE")
            .matches(refusal -> !refusal.isPassing());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"useBulkStmts", "useAffectedRows"})
  @Tag("slow") // needs MariaDB
  @Needs(Needs.Part.MARIADB)
  void aLedgerCountsWhateverTheDriverOfMariadbSaysOfAnUpdate(String option) throws SQLException {
    try (TestDatabase other =
        new TestDatabase(EmptyDatabase.MARIADB.make() + '&' + option + "=true")) {
      runPrograms(other);
    }
  }

  @Test
  @Tag("slow") // needs MariaDB
  @Needs(Needs.Part.MARIADB)
  void aServerThatTakesAnEmptyTextForNullIsRefused() throws SQLException {
    String mode = "&sessionVariables=sql_mode='EMPTY_STRING_IS_NULL'";
    try (TestDatabase other = new TestDatabase(EmptyDatabase.MARIADB.make() + mode)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(other))
          .withMessageContaining("without EMPTY_STRING_IS_NULL");
    }
  }

  /** The simple protocol, and statements that are named from the first run. */
  @ParameterizedTest
  @ValueSource(strings = {"preferQueryMode=simple", "prepareThreshold=1", "prepareThreshold=-1"})
  @Tag("slow") // needs PostgreSQL
  @Needs(Needs.Part.POSTGRES)
  void aLedgerCountsHoweverTheDriverOfPostgresqlSendsItsStatements(String option)
      throws SQLException {
    try (TestDatabase other = new TestDatabase(EmptyDatabase.POSTGRESQL.make() + '&' + option)) {
      runPrograms(other);
    }
  }

  static Stream<Arguments> isolations() {
    return EmptyDatabase.here().stream()
        .flatMap(
            kind ->
                Stream.of(
                    Arguments.of(kind, Connection.TRANSACTION_REPEATABLE_READ),
                    Arguments.of(kind, Connection.TRANSACTION_SERIALIZABLE)));
  }

  @ParameterizedTest
  @MethodSource("isolations")
  void twoProcessesPassNoLimitWhateverTheIsolationOfTheDatabase(EmptyDatabase kind, int isolation)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2 * CALLERS);
    try (TestDatabase real = new TestDatabase(kind.make())) {
      FaultyDatabase strict = new FaultyDatabase(real);
      strict.isolation = isolation;
      SpendScope scope =
          SpendScope.client(SpendLimits.total("4.00").andPerHour("4.00"));
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int process = 0; process < 2; process++) {
        Spender spender = new Spender(open(strict.dataSource()));
        for (int i = 0; i < CALLERS; i++) callers.add(() -> spender.payUntilRefused(scope, "0.02"));
      }
      int paid = 0;
      for (Future<Integer> caller : threads.invokeAll(callers)) paid += caller.get();
      assertThat(paid).isEqualTo(200);
      assertThat(new Spender(open(real)).totals().chargedCount()).isEqualTo(200);
    } finally {
      threads.shutdownNow();
    }
  }
}
