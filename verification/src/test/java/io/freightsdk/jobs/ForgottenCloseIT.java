package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Eventually;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM exits after its last user thread has ended. */
class ForgottenCloseIT {
  private final Set<Thread> before = userThreads();
  private final JdbcDataSource database = new JdbcDataSource();
  @TempDir private Path folder;
  @AutoClose private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  ForgottenCloseIT() {
    database.setURL("jdbc:h2:mem:forgotten;DB_CLOSE_DELAY=-1");
  }

  @Test
  void programsWithoutCloseEndUnlessJobsRun() throws Exception {
    try (SpendLedger inFile = SpendLedger.open(folder.resolve("ledger"));
        SpendLedger inDatabase = SpendLedger.open(database, "main");
        FreightClient first = client(inFile);
        FreightClient second = client(inDatabase)) {
      String load = first.createLoad(SampleOrders.cincinnatiToSevierville()).loadNumber();
      second.async().getLoadPosition(load).join();
      FreightJobs jobs = FreightJobs.builder(database, second).build();
      assertThat(userThreads()).isEmpty();

      jobs.start();
      assertThat(userThreads()).isNotEmpty();
      jobs.close();
      Eventually.until(this::userThreads, Set::isEmpty);
    }
  }

  private FreightClient client(SpendLedger ledger) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(ledger.guard(SpendLimit.perDay("5.00")))
        .build();
  }

  /** User threads that did not exist before. */
  private Set<Thread> userThreads() {
    Set<Thread> all =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !thread.isDaemon() && !thread.getName().startsWith("junit-"))
            .collect(Collectors.toCollection(HashSet::new));
    if (before != null) all.removeAll(before);
    return all;
  }
}
