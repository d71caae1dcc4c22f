package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.PooledDataSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Moves a ledger from a file to each database, with the program of the page. */
class MovedLedgerIT {
  private static final String FILE = "/var/lib/dispatch/ledger";

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void movedLedgerContinues(EmptyDatabase database) throws Exception {
    Path file = folder.resolve("ledger");
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        PooledDataSource target = new PooledDataSource(database.make())) {
      Broker broker = server.createBroker("25.00");
      List<SpendEntry> entries;
      List<BalanceAdjustment> adjustments;
      SpendTotals totals;
      BalanceComparison compared;
      try (SpendLedger ledger = SpendLedger.open(file);
          FreightClient client = client(broker, ledger.guard())) {
        compared = ledger.compare(client);
        recordSpending(broker, client, ledger);
        entries = entries(ledger);
        adjustments = adjustments(ledger);
        totals = ledger.totals();
      }

      move(file, target);

      try (SpendLedger ledger = SpendLedger.open(target, "ledger");
          FreightClient client =
              client(broker, ledger.guard(SpendLimit.total(totals.spentUsd())))) {
        assertThat(entries(ledger)).isEqualTo(entries);
        assertThat(adjustments(ledger)).isEqualTo(adjustments).hasSize(2);
        assertThat(ledger.totals()).isEqualTo(totals);
        assertThat(ledger.compare(client))
            .matches(BalanceComparison::agrees)
            .returns(compared.comparedAt(), BalanceComparison::firstComparedAt);
        assertThat(client.createLoad(SnippetRunner.input(), key("paid")).charge())
            .as("under a limit that is used up")
            .isEqualTo(Charge.NONE);
        SpendEntry unknown = ledger.entries(SpendFilter.all().onlyUnknown()).findFirst().get();
        assertThat(ledger.settle(unknown.id(), true, "Ann", "on the statement").amountUsd())
            .isEqualByComparingTo("0.02");
      }
    }
  }

  /** Makes a paid, a refunded and a lost call, and a top-up. */
  private static void recordSpending(Broker broker, FreightClient client, SpendLedger ledger) {
    String load = client.createLoad(SnippetRunner.input(), key("paid")).loadNumber();
    client.getLoadPosition(load);
    ledger.recordRefund(entries(ledger).get(1).id(), "Ann", "a broken position");
    broker.credit("0.02");
    broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThat(catchThrowable(() -> client.getLoadPosition(load))).isNotNull();
    ledger.recordAdjustment(client.accountId(), BigDecimal.TEN, "Ann", "a top-up");
    broker.credit("10.00");
  }

  private static FreightClient client(Broker broker, SpendGuard guard) {
    return FreightClient.builder()
        .baseUrl(broker.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(RetryPolicy.none())
        .spendGuard(guard)
        .build();
  }

  private static CallOptions key(String key) {
    return CallOptions.builder().idempotencyKey(key).build();
  }

  private static List<SpendEntry> entries(SpendLedger ledger) {
    return ledger.entries(SpendFilter.all()).toList();
  }

  private static List<BalanceAdjustment> adjustments(SpendLedger ledger) {
    return ledger.adjustments(Instant.MIN, Instant.MAX).toList();
  }

  /** Runs the program of the page. */
  private void move(Path file, DataSource target) throws Exception {
    Snippet page =
        Snippet.allOf(Pages.ROOT.resolve("docs/jobs/databases.md")).stream()
            .filter(snippet -> snippet.text().contains(FILE))
            .findFirst()
            .orElseThrow();
    String text = page.text().replace(FILE, file.toString());
    Snippet program = new Snippet(page.page(), page.line(), page.language(), text);
    Class<?> compiled = new SnippetCompiler(List.of(program), folder).classOf(program);
    SnippetRunner.method(compiled).invoke(null, null, null, null, null, null, null, target);
  }
}
