package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three instances are killed at random. Meanwhile orders are stored, rolled back, booked twice
 * concurrently, replaced, withdrawn, stopped and retried, and loads from elsewhere are followed.
 * Half of the responses to creations are lost. At the end, the debits of the service are compared.
 * This class uses SQLite. Its subclasses use database servers.
 */
@Tag("slow") // starts and kills many processes
class KilledInstancesIT {
  private static final long SEED = 7;
  private static final int ORDERS = 60;

  /** Orders that wait after a refusal. */
  private static final String REFUSED_ORDERS =
      "freight_orders WHERE state = 'WAITING' AND waiting_for = 'LIMIT'";

  @TempDir static Path folder;

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("1000.00");
  private final FreightClient client =
      FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  private final Random random = new Random(SEED);
  private final List<Process> instances = new ArrayList<>();

  /** The rate of each current order, which identifies its content. */
  private final Map<String, Integer> currentRates = new HashMap<>();

  /** Number of followed loads that were created elsewhere. */
  private int followed;

  private final Path hours = folder.resolve("hours");
  private final Path zone = folder.resolve("zone");
  private String url;
  private DataSource database;
  private FreightJobs jobs;

  /** The URL of an empty database. */
  String url() {
    return JobsDatabases.sqlite(folder);
  }

  @BeforeEach
  void open() throws Exception {
    url = url();
    database = JobsDatabases.pooled(url);
    moveClockHours(0);
    JobsDatabases.execute(
        url,
        "CREATE TABLE orders (number VARCHAR(64) NOT NULL PRIMARY KEY, load_number VARCHAR(64))");
    JobsDatabases.execute(url, "CREATE TABLE events (load_number VARCHAR(64), event VARCHAR(64))");
    jobs = FreightJobs.builder(database, client).build();
    jobs.createTables();
    SpendLedger.createTables(database);
  }

  @AfterEach
  void close() throws Exception {
    for (Process instance : instances) {
      instance.destroyForcibly().waitFor();
    }
    jobs.close();
    client.close();
    server.close();
    if (database instanceof HikariDataSource pool) pool.close();
  }

  @Test
  void eachOrderHasOneLoadAndOneDebitAndLosesNoEvent() throws Exception {
    for (int instance = 0; instance < 3; instance++) {
      instances.add(start(Instance.QUICK));
    }
    for (int order = 0; order < ORDERS; order++) {
      if (random.nextBoolean()) {
        server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
      }
      store("PO-" + order, order % 5 == 4);
      if (order % 3 == 0) storeTwiceConcurrently("PO-" + order);
      if (order % 2 == 1) replaceOrWithdraw("PO-" + random.nextInt(order + 1));
      if (order % 4 == 1) {
        int killed = random.nextInt(3);
        instances.get(killed).destroyForcibly().waitFor();
        instances.set(killed, start(Instance.QUICK));
      }
      if (order % 10 == 3) followLoadFromElsewhere("X-" + order);
      if (order == ORDERS / 2) stopOrdersAndRetryThem();
      Thread.sleep(random.nextInt(300)); // So that kills hit different steps.
    }
    int orders = currentRates.size();
    int loads = orders + followed;
    awaitCount("orders WHERE load_number IS NOT NULL", orders);
    awaitCount("freight_tasks WHERE task_name = 'freight-order/jobs'", 0);
    assertThat(server.loads(1_000)).hasSize(loads);
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(loads);
    Map<String, Integer> bought = new HashMap<>();
    for (LoadView load : server.loads(1_000)) {
      bought.put(load.order().customerRef(), load.order().rate().intValueExact());
    }
    bought.keySet().removeIf(reference -> reference.startsWith("X-"));
    assertThat(bought).isEqualTo(currentRates);
    assertThat(count("freight_orders WHERE state = 'BOOKED' AND reported = TRUE"))
        .isEqualTo(orders);
    assertThat(count("freight_orders WHERE state <> 'WITHDRAWN'")).isEqualTo(orders);

    instances.remove(0).destroyForcibly().waitFor();
    moveClockHours(2);
    awaitCount("(SELECT DISTINCT load_number FROM events) x", loads);
    instances.remove(0).destroyForcibly().waitFor();
    server.loads(1_000).forEach(load -> server.load(load.loadNumber()).deliver());
    moveClockHours(24 * 3);
    awaitCount("(SELECT DISTINCT load_number FROM events WHERE event = 'Delivered') x", loads);
    awaitCount("freight_tasks", 0);
    awaitCount("freight_loads WHERE status = 'DELIVERED' AND ended_at IS NOT NULL", loads);
  }

  /** Responses may be lost, too. A repeated creation finds the load by its reference. */
  private void followLoadFromElsewhere(String reference) {
    CreateLoadInput input = load(50).toBuilder().customerRef(reference).build();
    String loadNumber = null;
    while (loadNumber == null) {
      try {
        loadNumber = client.createLoad(input).loadNumber();
      } catch (FreightConnectionException lost) {
        assertThat(lost.idempotencyKey()).isNotNull();
      }
    }
    assertThat(jobs.follow(reference, null, loadNumber)).isTrue();
    followed++;
  }

  /** A firewall refuses all orders for a while, and an instance is killed. */
  private void stopOrdersAndRetryThem() throws Exception {
    server.faults().always(Operation.CREATE_LOAD, Fault.firewall());
    for (int order = 0; order < 6; order++) store("F-" + order, false);
    awaitCount("freight_orders WHERE state = 'STOPPED' AND reference LIKE 'F-%'", 6);
    instances.get(0).destroyForcibly().waitFor();
    instances.set(0, start(Instance.QUICK));
    server.faults().clear();
    Eventually.until(
        () -> {
          int unused = jobs.retryStopped();
          return count("freight_orders WHERE state = 'STOPPED'");
        },
        stopped -> stopped == 0);
  }

  /** With the default intervals of the heartbeats. */
  @Test
  void anotherInstanceContinuesTheTasksOfAKilledOne() throws Exception {
    server.faults().next(Operation.CREATE_LOAD, Fault.delay(Duration.ofSeconds(20)));
    Process first = start(Instance.STANDARD);
    instances.add(first);
    store("PO-1", false);
    Eventually.until(
        broker::requests,
        requests -> requests.stream().anyMatch(request -> request.idempotencyKey() != null));
    instances.add(start(Instance.STANDARD));
    first.destroyForcibly().waitFor();
    awaitCount("orders WHERE load_number IS NOT NULL", 1);
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(1);
  }

  /** The customer's day is not a UTC day. All instances are killed after its first debit. */
  @Test
  void ordersWaitingForTheNextDayAreBookedWithinItsLimit() throws Exception {
    setMidnight(Instant.now().plus(Duration.ofHours(12)));
    instances.add(start(Instance.QUICK));
    instances.add(start(Instance.QUICK));
    int perDay = Instance.ORDERS_PER_DAY;
    String customer = "acme-" + UUID.randomUUID();
    for (int order = 0; order < 3 * perDay; order++) {
      store("PO-" + order, customer);
    }
    Eventually.until(() -> debits(Operation.CREATE_LOAD), debits -> debits == perDay);
    awaitCount(REFUSED_ORDERS, 2 * perDay);

    server.faults().next(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMinutes(1)));
    Instant midnight = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(3);
    setMidnight(midnight);
    Eventually.until(() -> debits(Operation.CREATE_LOAD), debits -> debits > perDay);
    for (Process instance : instances) {
      instance.destroyForcibly().waitFor();
    }
    instances.add(start(Instance.QUICK));
    instances.add(start(Instance.QUICK));
    awaitCount("orders WHERE load_number IS NOT NULL", 2 * perDay);
    awaitCount(REFUSED_ORDERS, perDay);
    assertThat(jobs.stoppedOrders()).isEmpty();
    assertThat(server.loads(100)).hasSize(2 * perDay);
    assertThat(debits(Operation.CREATE_LOAD)).isEqualTo(2 * perDay);
    assertThat(broker.debits()).filteredOn(debit -> debit.at().isBefore(midnight)).hasSize(perDay);
  }

  private void setMidnight(Instant midnight) throws IOException {
    int secondOfUtcDay = midnight.atOffset(ZoneOffset.UTC).get(ChronoField.SECOND_OF_DAY);
    boolean isEast = secondOfUtcDay > Duration.ofHours(12).toSeconds();
    int offset =
        isEast ? Math.toIntExact(Duration.ofDays(1).toSeconds()) - secondOfUtcDay : -secondOfUtcDay;
    write(zone, ZoneOffset.ofTotalSeconds(offset).getId());
  }

  @Test
  void eventsOfAKilledInstanceAreReportedWithoutASecondRead() throws Exception {
    Process exiting = start(Instance.EXIT_ON_EVENT);
    instances.add(exiting);
    store("PO-1", false);
    awaitCount("freight_tasks WHERE task_name = 'freight-load/jobs'", 1);
    awaitCount("freight_tasks", 1);
    server.load(server.loads(1).get(0).loadNumber()).deliver();
    moveClockHours(24 * 3);
    exiting.waitFor();
    instances.add(start(Instance.QUICK));
    awaitCount("events WHERE event = 'Delivered'", 1);
    assertThat(count("events WHERE event = 'FollowingStarted'")).isEqualTo(1);
    assertThat(debits(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  private void moveClockHours(int by) throws IOException {
    write(hours, String.valueOf(by));
  }

  /** Writes atomically. An instance that read an empty file would stop working. */
  private static void write(Path file, String text) throws IOException {
    Path written = Files.writeString(folder.resolve("written"), text);
    Path unused = Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  // --- orders ---

  private void store(String number, String customer) throws SQLException {
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      update(transaction, "INSERT INTO orders (number) VALUES (?)", number);
      jobs.book(transaction, number, load(100), customer);
      transaction.commit();
    }
  }

  private void store(String number, boolean rollsBack) throws SQLException {
    int rate = 100 + random.nextInt(900);
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      update(transaction, "INSERT INTO orders (number) VALUES (?)", number);
      jobs.book(transaction, number, load(rate), null);
      if (rollsBack) {
        transaction.rollback();
      } else {
        transaction.commit();
        currentRates.put(number, rate);
      }
    }
  }

  /** Books the same content twice, so that the order of both does not matter. */
  private void storeTwiceConcurrently(String number) throws Exception {
    Integer rate = currentRates.get(number);
    if (rate == null) return;
    CompletableFuture<?> first = CompletableFuture.runAsync(() -> bookAgain(number, rate));
    bookAgain(number, rate);
    first.get();
  }

  private BookResult.Result bookAgain(String number, int rate) {
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      BookResult.Result result = jobs.book(transaction, number, load(rate), null).result();
      transaction.commit();
      return result;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Replaces or withdraws an order in any state. */
  private void replaceOrWithdraw(String number) throws SQLException {
    if (!currentRates.containsKey(number)) return;
    if (random.nextBoolean()) {
      int rate = 1_000 + random.nextInt(900);
      if (bookAgain(number, rate) == BookResult.Result.REPLACED) currentRates.put(number, rate);
      return;
    }
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      WithdrawResult withdrawal = jobs.withdraw(transaction, number);
      if (withdrawal.result() == WithdrawResult.Result.WITHDRAWN) {
        update(transaction, "DELETE FROM orders WHERE number = ?", number);
        currentRates.remove(number);
      }
      transaction.commit();
    }
  }

  private static CreateLoadInput load(int rate) {
    return SampleOrders.cincinnatiToSevierville().toBuilder()
        .rate(BigDecimal.valueOf(rate))
        .build();
  }

  private static void update(Connection connection, String sql, String number) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, number);
      statement.executeUpdate();
    }
  }

  // --- instances and tables ---

  private Process start(String mode) throws IOException {
    ProcessBuilder process =
        new ProcessBuilder(
                ChildJvm.program(Instance.class, url, hours.toString(), zone.toString(), mode))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    process.environment().put("FREIGHT_BASE_URL", server.baseUrl());
    process.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    return process.start();
  }

  private long debits(Operation operation) {
    return broker.debits().stream().filter(debit -> operation.equals(debit.operation())).count();
  }

  private void awaitCount(String from, int rows) {
    Eventually.until(() -> count(from), counted -> counted == rows);
  }

  private long count(String from) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + from)) {
      row.next();
      return row.getLong(1);
    }
  }
}
