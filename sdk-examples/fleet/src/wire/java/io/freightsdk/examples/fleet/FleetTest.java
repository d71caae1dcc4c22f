package io.freightsdk.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testsupport.ChildJvm;
import io.freightsdk.testsupport.Size;
import io.freightsdk.testsupport.Thorough;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Worker JVMs over one database, some of which are killed: two in each build, else three. */
@Timeout(900)
class FleetTest {
  private static final String POSTGRES = "FREIGHT_TEST_POSTGRES_URL";
  private static final int LOADS = Size.of(4, 24);
  private static final String DUE_SOON =
      "execution_time < current_timestamp + interval '2' hour or picked";
  private static final int THREADS_OF_A_WORKER = 4;
  private static final Duration BOUND =
      Duration.ofSeconds(Integer.getInteger("fleet.loads", 60) > 1_000 ? 540 : 300);

  private final List<Process> workers = new ArrayList<>();
  private final List<String> loads = new ArrayList<>();
  private final String fleet = "fleet-" + UUID.randomUUID();
  private InMemoryFreightServer server;
  private Broker broker;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("100000.00");
    try (FreightClient client =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      for (int i = 0; i < LOADS; i++) {
        loads.add(client.createLoad(load()).loadNumber());
      }
    }
  }

  @AfterEach
  void stop() {
    workers.forEach(Process::destroyForcibly);
    server.close();
  }

  @Test
  void aKilledWorkerLosesNoWatchAndRepeatsNoReadMoreThanOnceOverH2() throws Exception {
    Server h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try {
      String name = "mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
      killOne("jdbc:h2:tcp://127.0.0.1:" + h2.getPort() + "/" + name);
    } finally {
      h2.stop();
    }
  }

  @Thorough("starts and kills workers one after the other")
  @Test
  @EnabledIfEnvironmentVariable(
      named = POSTGRES,
      matches = ".+",
      disabledReason =
          "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  void aKilledWorkerLosesNoWatchAndRepeatsNoReadMoreThanOnceOverPostgres() throws Exception {
    killOne(System.getenv(POSTGRES));
  }

  private void killOne(String database) throws Exception {
    for (int i = 0; i < Size.of(2, 3); i++) {
      workers.add(startWorker(database));
    }
    try (Connection connection = DriverManager.getConnection(database)) {
      await("two reads of every load", () -> fewestReads(connection) >= 2);
      Process killed = workers.get(0);
      killed.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
      int readsAtTheDeath = fewestReads(connection);
      await(
          "three more reads of every load, those of the dead worker included",
          () -> fewestReads(connection) >= readsAtTheDeath + 3);
      loads.forEach(load -> server.load(load).cancel());
      await("the end of every watch", () -> count(connection, "scheduled_tasks", "1 = 1") == 0);

      for (String load : loads) {
        assertThat(facts(connection, load))
            .as(load)
            .containsExactlyInAnyOrder("first seen", "status PLANNED -> CANCELLED");
        assertThat(paidReads(load) - reads(connection, load)).as(load).isBetween(0L, 1L);
      }
    }
    assertThat(repeated(database)).isLessThanOrEqualTo(THREADS_OF_A_WORKER);
  }

  /**
   * By default 60 loads and money for a third of them, so that every worker meets the end of the
   * budget; {@code -Dfleet.loads=10000} for a real fleet.
   */
  @Thorough("starts and kills workers one after the other")
  @Test
  void oneBudgetHoldsOverThreeWorkersThoughTheyAreKilledOverH2() throws Exception {
    Server h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try {
      String name = "mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
      killOneByOneOnOneBudget("jdbc:h2:tcp://127.0.0.1:" + h2.getPort() + "/" + name);
    } finally {
      h2.stop();
    }
  }

  @Thorough("starts and kills workers one after the other")
  @Test
  @EnabledIfEnvironmentVariable(
      named = POSTGRES,
      matches = ".+",
      disabledReason =
          "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  void oneBudgetHoldsOverThreeWorkersThoughTheyAreKilledOverPostgres() throws Exception {
    killOneByOneOnOneBudget(System.getenv(POSTGRES));
  }

  private void killOneByOneOnOneBudget(String database) throws Exception {
    try (FreightClient client =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      while (loads.size() < Integer.getInteger("fleet.loads", 60)) {
        loads.add(client.createLoad(load()).loadNumber());
      }
    }
    long began = System.nanoTime();
    int affordable = loads.size() / 3;
    // A tenth is kept for questions that people ask.
    BigDecimal budget = new BigDecimal("0.02").multiply(BigDecimal.valueOf(affordable));
    Map<String, String> environment =
        Map.of(
            "FLEET_BUDGET_USD", budget.divide(new BigDecimal("0.9"), RoundingMode.UP).toString());
    workers.add(startWorker(database, loads, environment));
    workers.add(startWorker(database, List.of(), environment));
    workers.add(startWorker(database, List.of(), environment));
    await("a tenth of the budget", () -> paidReads() >= affordable / 10);
    workers.get(0).destroyForcibly().waitFor(60, TimeUnit.SECONDS);
    workers.get(1).destroyForcibly().waitFor(60, TimeUnit.SECONDS);

    try (Connection connection = DriverManager.getConnection(database)) {
      long inDeadHands =
          count(connection, "scheduled_tasks", "picked and picked_by in (%s)".formatted(dead()));
      workers.add(startWorker(database, loads, environment));
      workers.add(startWorker(database, List.of(), environment));
      await(
          "every load read once, or put off by the budget",
          () ->
              count(connection, "scheduled_tasks", DUE_SOON) == 0
                  && count(connection, "scheduled_tasks", "1 = 1") == loads.size());
      System.out.printf(
          "%,d loads, money for %,d reads: %,d paid by the service's ledger, %,d noted by %d"
              + " workers, %d loads taken over from the killed, %.0f s%n",
          loads.size(),
          affordable,
          paidReads(),
          count(connection, "fleet_read", "1 = 1"),
          workers.size(),
          inDeadHands,
          (System.nanoTime() - began) / 1e9);
    }

    // Reads that were under way in a killed worker count as spent, though some were not paid.
    assertThat(paidReads()).isBetween(affordable - 4L * THREADS_OF_A_WORKER, (long) affordable);
  }

  /** Names of the two workers that were killed, as a list for SQL. */
  private String dead() {
    return "'worker-%d', 'worker-%d'".formatted(workers.get(0).pid(), workers.get(1).pid());
  }

  private long paidReads() {
    return broker.debits().stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .count();
  }

  /** Paid reads, by the service's own books, that the ledger in the database does not charge. */
  private long repeated(String database) {
    try (FleetDatabase fleet = new FleetDatabase(database, 2);
        SpendLedger ledger = SpendLedger.jdbc(fleet.dataSource(), "fleet")) {
      SpendFilter reads = SpendFilter.all().operation(Operation.GET_LOAD_POSITION);
      long charged =
          ledger.stream(reads).filter(entry -> entry.outcome() == Charge.Kind.CHARGED).count();
      long paid = loads.stream().mapToLong(this::paidReads).sum();
      assertThat(charged).isLessThanOrEqualTo(paid);
      return paid - charged;
    }
  }

  private long paidReads(String load) {
    return broker.debitsFor(load).stream()
        .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
        .count();
  }

  private int fewestReads(Connection connection) throws SQLException {
    if (!exists(connection, "fleet_read")) return 0;
    List<Integer> reads = new ArrayList<>();
    try (PreparedStatement select =
            connection.prepareStatement("select count(*) from fleet_read group by load_number");
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) reads.add(rows.getInt(1));
    }
    return reads.size() < loads.size() ? 0 : Collections.min(reads);
  }

  private static long reads(Connection connection, String load) throws SQLException {
    return count(connection, "fleet_read", "load_number = '" + load + "'");
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    return connection.getMetaData().getTables(null, null, table.toUpperCase(), null).next()
        || connection.getMetaData().getTables(null, null, table, null).next();
  }

  private static long count(Connection connection, String table, String where) throws SQLException {
    if (!exists(connection, table)) return 0;
    try (PreparedStatement select =
            connection.prepareStatement("select count(*) from " + table + " where " + where);
        ResultSet rows = select.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static List<String> facts(Connection connection, String load) throws SQLException {
    List<String> facts = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement("select fact from fleet_event where load_number = ?")) {
      select.setString(1, load);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          facts.add(rows.getString(1));
        }
      }
    }
    return facts;
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + BOUND.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("not within %s: %s", BOUND, what).isLessThan(end);
      LockSupport.parkNanos(100_000_000);
    }
  }

  private Process startWorker(String database) throws Exception {
    return startWorker(
        database, loads, Map.of("FLEET_POLL_EVERY", "PT1S", "FLEET_BUDGET_USD", "1000.00"));
  }

  private Process startWorker(
      String database, List<String> watched, Map<String, String> environment) throws Exception {
    List<String> command = ChildJvm.program(FleetWorker.class);
    command.addAll(watched);
    ProcessBuilder worker = new ProcessBuilder(command);
    worker.environment().put("FREIGHT_BASE_URL", server.baseUrl());
    worker.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    worker.environment().put("FLEET_DATABASE_URL", database);
    worker.environment().putAll(environment);
    worker.environment().put("FLEET_NAME", fleet);
    worker.environment().put("FLEET_HEARTBEAT", "PT1S");
    worker.environment().put("FLEET_THREADS", String.valueOf(THREADS_OF_A_WORKER));
    return worker
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  static CreateLoadInput load() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .addPickups(stop("Cincinnati", "OH", "45202", 39.1006, -84.5095))
        .addDeliveries(stop("Sevierville", "TN", "37876", 35.8681, -83.5619))
        .build();
  }

  private static StopInput stop(String city, String state, String zip, double lat, double lng) {
    return StopInput.builder()
        .address("1 Dock Road")
        .city(city)
        .state(state)
        .zip(zip)
        .lat(lat)
        .lng(lng)
        .build();
  }
}
