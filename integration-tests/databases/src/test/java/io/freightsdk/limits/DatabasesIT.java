package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.PooledDataSource;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger with different settings of databases and drivers. */
class DatabasesIT {
  private static final int PROGRAMS = 3;

  private static void runPrograms(DataSource database) {
    SqlStorage.createTables(database);
    for (long seed = 0; seed < PROGRAMS; seed++) {
      String name = UUID.randomUUID().toString();
      new LedgerModel(seed, clock -> SqlStorage.open(database, name, clock)).run();
    }
  }

  /** For example, the pool of an application with Hibernate transactions. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void ledgerWorksWithAPoolWithoutAutocommit(EmptyDatabase kind) throws SQLException {
    try (PooledDataSource real = new PooledDataSource(kind.make())) {
      FaultyDatabase pool = new FaultyDatabase(real);
      pool.autoCommit = false;
      runPrograms(pool.dataSource());
    }
  }

  /** For example, in tests of an application that uses PostgreSQL in production. */
  @Test
  void ledgerWorksInH2InPostgresqlMode() throws SQLException {
    String url =
        "jdbc:h2:mem:"
            + UUID.randomUUID()
            + ";DB_CLOSE_DELAY=-1;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
    try (PooledDataSource like = new PooledDataSource(url)) {
      runPrograms(like);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"useBulkStmts", "useAffectedRows"})
  @Tag("slow") // needs MariaDB
  @Needs(Needs.Program.MARIADB)
  void ledgerWorksWithEachUpdateCountOptionOfMariadb(String option) throws SQLException {
    try (PooledDataSource other =
        new PooledDataSource(EmptyDatabase.MARIADB.make() + '&' + option + "=true")) {
      runPrograms(other);
    }
  }

  /** Drivers that count only changed rows report none if a sum does not change. */
  @Test
  @Tag("slow") // needs MariaDB
  @Needs(Needs.Program.MARIADB)
  void freeCallIsPurgedIfTheDriverCountsOnlyChangedRows() throws SQLException {
    try (PooledDataSource other =
        new PooledDataSource(EmptyDatabase.MARIADB.make() + "&useAffectedRows=true")) {
      SqlStorage.createTables(other);
      Buyer buyer = new Buyer(SqlStorage.open(other, "acme", null), List.of());
      buyer.complete(buyer.hold("0.65", null), Charge.Kind.CHARGED);
      buyer.complete(buyer.hold("0.65", null), Charge.Kind.NONE);
      Purchase freeElsewhere = buyer.request("client/other", "0.02", null);
      buyer.reserve(freeElsewhere);
      buyer.complete(freeElsewhere, Charge.Kind.NONE);
      int purged;
      do {
        purged = buyer.storage().change(rows -> rows.purge(Instant.MAX, 1));
      } while (purged > 0);
      assertThat(buyer.totals())
          .isEqualTo(new SpendTotals(new BigDecimal("0.65"), Usd.ZERO, Usd.ZERO));
      assertThat(buyer.entries()).isEmpty();
    }
  }

  /** The simple protocol, and server-side prepared statements from the first execution. */
  @ParameterizedTest
  @ValueSource(strings = {"preferQueryMode=simple", "prepareThreshold=1", "prepareThreshold=-1"})
  @Tag("slow") // needs PostgreSQL
  @Needs(Needs.Program.POSTGRES)
  void ledgerWorksWithEachStatementModeOfPostgresql(String option) throws SQLException {
    try (PooledDataSource other =
        new PooledDataSource(EmptyDatabase.POSTGRESQL.make() + '&' + option)) {
      runPrograms(other);
    }
  }
}
