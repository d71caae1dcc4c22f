package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.TestDatabase;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the queries of the accounting page in each database, and checks their sums. */
class AccountingPageIT {
  @ParameterizedTest
  @MethodSource("databases")
  void queriesReturnTheSpending(EmptyDatabase database) throws SQLException {
    String url = database.make();
    try (TestDatabase source = new TestDatabase(url)) {
      SpendLedger.createTables(source);
      recordSpending(SpendLedger.open(source, "dispatch"));
    }
    checkQueries(url, sql -> sql, "dispatch");
  }

  static List<EmptyDatabase> databases() {
    return EmptyDatabase.here();
  }

  @Test
  void viewsOfALedgerFileReturnTheSameSums(@TempDir Path folder) throws SQLException {
    Path file = folder.resolve("ledger");
    recordSpending(SpendLedger.open(file));
    checkQueries(
        "jdbc:sqlite:" + file,
        sql -> sql.replace("CAST(created_at AS DATE)", "DATE(created_at)"),
        "ledger");
  }

  private static void checkQueries(String url, UnaryOperator<String> dialect, String name)
      throws SQLException {
    List<List<Map<String, Object>>> found = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url)) {
      for (String query : queries(name)) found.add(rows(connection, dialect.apply(query)));
    }

    assertThat(found.get(0)).as("comparisons").hasSize(2);
    Map<String, Object> second = found.get(0).get(1);
    assertThat(usd(second.get("unexplained_usd")))
        .as("the top-up")
        .isBetween(new BigDecimal("-10.67"), new BigDecimal("-9"));
    assertThat(found.get(1))
        .as("charges of each day")
        .singleElement()
        .satisfies(
            day -> {
              assertThat(day.get("on_day").toString()).matches("\\d{4}-\\d\\d-\\d\\d");
              assertThat(day).containsEntry("scope", "client/ACME");
              assertThat(usd(day.get("usd"))).isEqualByComparingTo("0.65");
            });
    assertThat(found.get(2)).as("the lost read").hasSize(1);
  }

  private static BigDecimal usd(Object value) {
    return new BigDecimal(value.toString());
  }

  /** Makes a creation, a read with a lost response, and a top-up between two comparisons. */
  private static void recordSpending(SpendLedger opened) {
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        SpendLedger ledger = opened) {
      Broker broker = server.createBroker("25.00");
      SpendScope acme = SpendScope.of("ACME");
      CallOptions acmeOptions = CallOptions.builder().scope(acme).build();
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .retryPolicy(RetryPolicy.none())
              .spendGuard(ledger.guard())
              .build()) {
        BalanceComparison first = ledger.compare(client);
        assertThat(first.agrees()).isTrue();
        String load = client.createLoad(SnippetRunner.input(), acmeOptions).loadNumber();
        broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
        Assertions.catchThrowable(() -> client.getLoadPosition(load, acmeOptions));
        broker.credit("10.00");
        assertThat(ledger.compare(client).agrees()).as("a top-up that is not recorded").isFalse();
      }
    }
  }

  private static List<String> queries(String name) {
    return Snippet.allOf(Pages.ROOT.resolve("docs/spend/accounting.md")).stream()
        .filter(snippet -> snippet.language().equals("sql"))
        .map(snippet -> snippet.text().replace("'dispatch'", "'" + name + "'"))
        .toList();
  }

  private static List<Map<String, Object>> rows(Connection connection, String query)
      throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        Map<String, Object> row = new TreeMap<>();
        for (int i = 1; i <= columns; i++) {
          String name = found.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT);
          Object value = found.getObject(i);
          if (value != null) row.put(name, value);
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
