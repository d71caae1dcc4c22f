package io.freightsdk.examples.documentation;

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
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.Assertions;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The page's queries run, and say of a ledger what the page says. */
class LedgerPageIT {
  /** The name of the ledger on the page. */
  private static final String NAME = "broker-4711";

  @Test
  void theQueriesOfThePageSayWhatWasSpent() throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:accountant;DB_CLOSE_DELAY=-1");
    spendIn(database);
    List<Map<String, Object>> ofEachDay = query(database, 0);
    assertThat(ofEachDay).isNotEmpty();
    assertThat(ofEachDay.get(0).get("USD")).isEqualTo(new BigDecimal("0.650000000"));

    assertThat(query(database, 1)).as("the lost read").hasSize(1);

    List<Map<String, Object>> compared = query(database, 2);
    assertThat(compared).hasSize(2);
    BigDecimal difference = (BigDecimal) compared.get(1).get("DIFFERENCE_USD");
    assertThat(difference)
        .as("the top-up")
        .isBetween(new BigDecimal("-10.67"), new BigDecimal("-9"));
  }

  /** Between two comparisons: a creation, a read whose answer is lost, a top-up. */
  private static void spendIn(JdbcDataSource database) {
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        SpendLedger ledger = SpendLedger.jdbc(database, NAME)) {
      Broker broker = server.createBroker("25.00");
      SpendScope acme = SpendScope.of("acme", SpendLimits.none());
      CallOptions ofAcme = CallOptions.builder().scope(acme).build();
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .retryPolicy(RetryPolicy.none())
              .spendGuard(ledger.guard())
              .build()) {
        BalanceComparison first = ledger.compare(client);
        assertThat(first.agrees()).isTrue();
        String load = client.createLoad(SnippetRunner.input(), ofAcme).loadNumber();
        broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
        Assertions.catchThrowable(() -> client.getLoadPosition(load, ofAcme));
        broker.credit("10.00");
        assertThat(ledger.compare(client).agrees()).as("a top-up is in the difference").isFalse();
      }
    }
  }

  private static List<Map<String, Object>> query(JdbcDataSource database, int block)
      throws SQLException {
    List<String> queries =
        Snippet.of(Pages.ROOT.resolve("docs/ledger.md")).stream()
            .filter(snippet -> snippet.language().equals("sql"))
            .map(Snippet::text)
            .toList();
    List<Map<String, Object>> rows = new ArrayList<>();
    try (Connection connection = database.getConnection();
        ResultSet found = connection.createStatement().executeQuery(queries.get(block))) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        Map<String, Object> row = new TreeMap<>();
        for (int i = 1; i <= columns; i++) {
          row.put(found.getMetaData().getColumnLabel(i), found.getObject(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
