package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.DatabaseServer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.H2Process;
import io.freightsdk.testing.HardStopDatabase;
import io.freightsdk.testing.JdbcProxy;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ResponseHook;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database is killed while calls are in progress, and restarts after they have ended. */
class RestartedDatabaseIT extends ServerFixture {
  private static final int CALLS = 16;

  private final ResponseHook responses = new ResponseHook();
  private final LogLines log = new LogLines();

  RestartedDatabaseIT() {
    super(InMemoryFreightServer.start());
  }

  @AfterEach
  void closeHookAndLog() {
    closeAll();
    responses.close();
    log.close();
  }

  /** Without a pool: a connection is refused immediately while the database is unavailable. */
  private static DataSource plain(String url) {
    return JdbcProxy.dataSource(() -> DriverManager.getConnection(url));
  }

  @Test
  @Tag("slow") // starts two processes; DatabaseFailsIT has the rule
  void restartOfH2LosesNoOutcome(@TempDir Path folder) throws Exception {
    try (H2Process database = new H2Process(folder)) {
      // Without a pool, H2 would close its files after each statement.
      restartLosesNoOutcome(database, database.url() + ";DB_CLOSE_DELAY=-1");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow") // needs servers of its own
  void restartLosesNoOutcome(HardStopDatabase database) throws Exception {
    Assumptions.assumeTrue(database.isThere());
    boolean isPostgres = database == HardStopDatabase.POSTGRES;
    String url = (isPostgres ? EmptyDatabase.POSTGRESQL : EmptyDatabase.MARIADB).make();
    restartLosesNoOutcome(database, url);
  }

  private void restartLosesNoOutcome(DatabaseServer database, String url) throws Exception {
    SpendLedger.createTables(plain(url));
    try (SpendLedger ledger = SpendLedger.open(plain(url), "acme")) {
      FreightClient client =
          clientWithPrices(builder().httpClient(responses.http()).spendGuard(ledger.guard()));
      CountDownLatch isAway = new CountDownLatch(1);
      responses.hold(Operation.CREATE_LOAD, CALLS, isAway);
      List<CompletableFuture<CreateLoadOutcome>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) calls.add(client.async().createLoad(SampleLoads.twoStops()));
      Eventually.until(
          () -> requestCount(Operation.CREATE_LOAD) == CALLS,
          () -> requestCount(Operation.CREATE_LOAD) + " arrived");
      database.kill();
      isAway.countDown();
      for (CompletableFuture<CreateLoadOutcome> call : calls) {
        assertThat(CallStyle.join(call).charge())
            .as("it is not certain until its end is stored")
            .isEqualTo(Charge.UNKNOWN);
      }
      database.start();
      Eventually.until(
          () -> {
            SpendTotals totals = ledger.totals();
            return totals.chargedUsd().compareTo(debited()) == 0
                && totals.reservedUsd().signum() == 0;
          },
          () -> "" + ledger.totals());
      assertThat(broker.debits()).hasSize(CALLS);
      assertThat(log.warnings()).isEmpty();
    }
  }
}
