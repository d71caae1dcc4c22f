package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.MovableClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The columns that SQLite uses to find the rows of a call. */
class SqlitePlansTest {
  /** A condition on one of these columns selects few rows, or the rows of one window. */
  private static final String SELECTIVE =
      ".*\\((.* AND )?(id|entry_id|idempotency_key|customer_ref|load_id|scope)=\\?.*";

  @TempDir Path folder;

  @Test
  void paidCallReadsOnlyRowsOfItsKeyReferenceLoadAndScopes() throws Exception {
    try (LedgerPlace.Opened database = LedgerPlace.SQLITE.open(folder)) {
      FaultyDatabase watched = new FaultyDatabase(database.source());
      MovableClock time = new MovableClock();
      SqlStorage ledger = SqlStorage.open(watched.dataSource(), "acme", time);
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("2.00"), Buyer.total("2.00")));
      watched.statements.clear();
      for (int day = 0; day < 2; day++) {
        pay(ledger, buyer);
        time.advance(Duration.ofDays(1));
      }
      Set<String> plan = plan(database.source(), new LinkedHashSet<>(watched.statements));
      for (String index : List.of("freight_entry_bought", "freight_entry_ref")) {
        assertThat(plan).filteredOn(step -> step.contains(index)).isNotEmpty();
      }
      assertThat(plan)
          .noneMatch(step -> step.startsWith("SCAN freight_"))
          .filteredOn(step -> step.startsWith("SEARCH ") && !step.contains("freight_ledger"))
          .hasSizeGreaterThan(5)
          .allMatch(step -> step.matches(SELECTIVE));
      ledger.close();
    }
  }

  private static void pay(SqlStorage ledger, Buyer buyer) {
    Purchase held = buyer.hold("0.65", "key");
    Outcome end = new Outcome(Charge.Kind.CHARGED, "LD-1", "id-1", null, null);
    Charge.Kind unused = ledger.change(rows -> new LedgerRules(rows).complete(held, end));
  }

  private static Set<String> plan(DataSource file, Set<String> statements) throws SQLException {
    Set<String> steps = new LinkedHashSet<>();
    try (Connection connection = file.getConnection();
        Statement explain = connection.createStatement()) {
      for (String sql : statements) {
        if (sql.matches("(BEGIN|COMMIT|ROLLBACK).*")) continue;
        for (String step : steps(explain, sql)) steps.add(step);
      }
    }
    return steps;
  }

  private static List<String> steps(Statement explain, String sql) throws SQLException {
    List<String> steps = new ArrayList<>();
    try (ResultSet row = explain.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
      while (row.next()) steps.add(row.getString("detail"));
    }
    return steps;
  }
}
