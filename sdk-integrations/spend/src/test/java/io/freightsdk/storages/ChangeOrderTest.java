package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.ReservationRequest;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.LedgerPlace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** In which order a change asks a database: who waits for the lock knows nothing before it. */
class ChangeOrderTest {
  private static final List<String> CLOCKS =
      List.of("clock_timestamp", "UTC_TIMESTAMP", "CURRENT_TIMESTAMP", "unixepoch");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.LedgerPlace#here")
  void aChangeLocksThenReadsTheTimeThenAddsUp(LedgerPlace kind) throws Exception {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      FaultyDatabase watched = new FaultyDatabase(database.source());
      SqlStorage ledger = SqlStorage.open(watched.dataSource(), "acme", null);
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("2.00"), Buyer.total("2.00")));
      buyer.complete(buyer.hold("0.65", "key"), Charge.Kind.UNKNOWN);
      watched.statements.clear();
      ReservationRequest repeat = buyer.hold("0.65", "key");
      judge(watched.statements);
      watched.statements.clear();
      buyer.complete(repeat, Charge.Kind.CHARGED);
      judge(watched.statements);
      ledger.close();
    }
  }

  /**
   * By the default of MySQL, sums would be those of before the lock. In SQLite a transaction has
   * the whole file, whatever its isolation is called.
   */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void aChangeSetsItsOwnIsolation(LedgerPlace kind) throws Exception {
    assumeThat(LedgerPlace.here()).contains(kind);
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      FaultyDatabase strict = new FaultyDatabase(database.source());
      strict.isolation = Connection.TRANSACTION_SERIALIZABLE;
      List<String> committedAt = new ArrayList<>();
      strict.beforeCommit = connection -> committedAt.add(isolation(kind, connection));
      SqlStorage ledger = SqlStorage.open(strict.dataSource(), "acme", null);
      ReservationRequest unused = new Buyer(ledger, List.of()).hold("0.65", null);
      assertThat(committedAt).containsExactly("READ COMMITTED");
      ledger.close();
    }
  }

  /** That of the transaction, which is not that of its session. */
  private static String isolation(LedgerPlace kind, Connection connection) throws SQLException {
    String sql =
        switch (kind) {
          case H2 ->
              "SELECT isolation_level FROM information_schema.sessions WHERE session_id = SESSION_ID()";
          case POSTGRESQL -> "SELECT UPPER(CURRENT_SETTING('transaction_isolation'))";
          case MARIADB ->
              "SELECT trx_isolation_level FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()";
          case SQLITE -> throw new AssertionError(kind);
        };
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      assertThat(found.next()).isTrue();
      return found.getString(1);
    }
  }

  private static void judge(List<String> sent) {
    List<String> statements =
        sent.stream().filter(sql -> !sql.startsWith("SET TRANSACTION ISOLATION LEVEL")).toList();
    assertThat(statements.get(0)).startsWith("UPDATE freight_ledger SET changes = changes + 1");
    assertThat(CLOCKS).noneMatch(statements.get(0)::contains);
    assertThat(statements.get(1)).startsWith("SELECT changes").contains("FROM freight_ledger");
    assertThat(CLOCKS).anyMatch(statements.get(1)::contains);
    assertThat(statements.subList(2, statements.size()))
        .as("nothing else counts or locks, and no sum ends at now")
        .isNotEmpty()
        .noneMatch(sql -> sql.contains("freight_ledger") || sql.contains("FOR UPDATE"))
        .noneMatch(sql -> CLOCKS.stream().anyMatch(sql::contains));
  }
}
