package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.StatementLine;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.PooledDataSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
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

/**
 * Runs the queries of the accounting page in each database, and checks the amounts that it shows.
 */
class AccountingPageIT {
  private static final Path PAGE = Pages.ROOT.resolve("docs/spend/accounting.md");

  @ParameterizedTest
  @MethodSource("databases")
  void queriesReturnTheSpending(EmptyDatabase database) throws SQLException {
    String url = database.make();
    try (PooledDataSource source = new PooledDataSource(url)) {
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
    assertThat(found.get(3))
        .as("the top-up that was recorded later")
        .singleElement()
        .satisfies(
            row -> assertThat(usd(row.get("amount_usd"))).isEqualByComparingTo("10.00"),
            row ->
                assertThat(row)
                    .containsEntry("recorded_by", "Ann")
                    .doesNotContainKey("load_number"));
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
        ledger.recordAdjustment(client.accountId(), new BigDecimal("10.00"), "Ann", "a top-up");
      }
    }
  }

  /** Two orders in October, then the refund of one of them and another order in November. */
  @Test
  void pageShowsARefundInTheMonthInWhichItIsRecorded() throws IOException {
    try (InMemoryFreightServer server =
            InMemoryFreightServer.builder()
                .clockStart(Instant.parse("2026-10-05T12:00:00Z"))
                .frozenClock()
                .start();
        SpendLedger ledger = SpendLedger.inMemory(server.clock().asClock())) {
      Broker broker = server.createBroker("100.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .clock(server.clock().asClock())
              .spendGuard(ledger.guard())
              .build()) {
        for (int i = 0; i < 2; i++) client.createLoad(SnippetRunner.input());
        BigDecimal october = broker.balanceUsd();
        BigDecimal invoice = invoice(ledger, 10);
        server.clock().advance(Duration.ofDays(31));
        broker.credit("0.65");
        long refunded = ledger.entries(SpendFilter.all()).findFirst().orElseThrow().id();
        assertThat(ledger.recordRefund(refunded, "Ann", "the trip never began").amountUsd())
            .isZero();
        client.createLoad(SnippetRunner.input());

        BigDecimal credit =
            ledger
                .adjustments(Instant.parse("2026-11-01T05:00:00Z"), Instant.MAX)
                .map(BalanceAdjustment::amountUsd)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(Files.readString(PAGE))
            .contains("| closing balance | " + october + " | " + broker.balanceUsd() + " |")
            .contains("| invoice from the statement | " + invoice + " | " + invoice(ledger, 11))
            .contains("| credit for the refund | 0.00 | -" + credit + " |");
      }
    }
  }

  private static BigDecimal invoice(SpendLedger ledger, int month) {
    LocalDate first = LocalDate.of(2026, month, 1);
    return ledger
        .statement(SpendScope.client(), first, first.plusMonths(1), ZoneId.of("America/Chicago"))
        .stream()
        .map(StatementLine::chargedUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static List<String> queries(String name) {
    return Snippet.allOf(PAGE).stream()
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
