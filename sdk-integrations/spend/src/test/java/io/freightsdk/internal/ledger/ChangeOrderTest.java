package io.freightsdk.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import io.freightsdk.testing.FaultyDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In which order a change asks a database: who waits for the lock knows nothing before it. */
class ChangeOrderTest {
  private static final List<String> CLOCKS =
      List.of("clock_timestamp", "UTC_TIMESTAMP", "CURRENT_TIMESTAMP", "unixepoch");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("io.freightsdk.internal.ledger.LedgerPlace#here")
  void aChangeLocksThenReadsTheTimeThenAddsUp(LedgerPlace kind) throws Exception {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      JdbcLedger.createTables(database.source());
      FaultyDatabase watched = new FaultyDatabase(database.source());
      JdbcLedger ledger = JdbcLedger.open(watched.dataSource(), "acme", null);
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("2.00"), Buyer.total("2.00")));
      buyer.complete(buyer.hold("0.65", "key"), Charge.Kind.UNKNOWN);
      watched.statements.clear();
      ReservationRequest repeat = buyer.hold("0.65", "key");
      judge(kind, watched.statements);
      watched.statements.clear();
      buyer.complete(repeat, Charge.Kind.CHARGED);
      judge(kind, watched.statements);
      ledger.close();
    }
  }

  /** By the default of MySQL, sums would be those of before the lock. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.internal.ledger.LedgerPlace#here")
  void aChangeSetsItsOwnIsolation(LedgerPlace kind) throws Exception {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      JdbcLedger.createTables(database.source());
      FaultyDatabase strict = new FaultyDatabase(database.source());
      strict.isolation = Connection.TRANSACTION_SERIALIZABLE;
      JdbcLedger ledger = JdbcLedger.open(strict.dataSource(), "acme", null);
      assertThat(new Buyer(ledger, List.of()).pay("0.65", null)).isTrue();
      assertThat(strict.committedAt).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
      ledger.close();
    }
  }

  private static void judge(LedgerPlace kind, List<String> statements) {
    String lock = statements.get(0);
    assertThat(lock).startsWith("SELECT").contains("FROM freight_ledger").doesNotContain("SUM");
    if (kind != LedgerPlace.SQLITE) assertThat(lock).endsWith("FOR UPDATE");
    assertThat(CLOCKS).noneMatch(lock::contains);
    assertThat(CLOCKS).anyMatch(statements.get(1)::contains);
    assertThat(statements.subList(2, statements.size()))
        .as("nothing else locks, and no sum ends at now")
        .noneMatch(sql -> sql.contains("FOR UPDATE") || CLOCKS.stream().anyMatch(sql::contains));
  }
}
