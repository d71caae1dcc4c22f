package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three instances, of which one is restarted every few seconds and creates the tables that are
 * there, and one is suspended for seconds, while transactions that have booked stay open for half a
 * minute, such as an import. Also on MariaDB.
 */
@Needs(Needs.Part.POSTGRES)
@Tag("slow") // transactions of half a minute
class RollingStartOnPostgresIT {
  private static final Duration LASTS = Duration.ofSeconds(70);
  private static final Duration OPEN_FOR = Duration.ofSeconds(30);

  @TempDir static Path folder;

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("1000.00");
  private final FreightClient client =
      FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  private final List<Process> instances = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger stored = new AtomicInteger();
  private final Random random = new Random(11);
  private String url;
  private DataSource database;
  private FreightJobs jobs;

  String url() {
    return JobsDatabases.emptied(Needs.Part.POSTGRES.url());
  }

  /** Makes a statement of this transaction fail that waits for longer than five seconds. */
  String failsAfterFiveSeconds() {
    return "SET LOCAL lock_timeout = '5s'";
  }

  @BeforeEach
  void open() throws Exception {
    url = url();
    database = JobsDatabases.of(url);
    Files.writeString(folder.resolve("hours"), "0");
    Files.writeString(folder.resolve("zone"), "UTC");
    JobsDatabases.execute(
        url,
        "CREATE TABLE orders (number VARCHAR(64) NOT NULL PRIMARY KEY, load_number VARCHAR(64))");
    JobsDatabases.execute(url, "CREATE TABLE events (load_number VARCHAR(64), event VARCHAR(64))");
    jobs = FreightJobs.builder(database, client).build();
    jobs.createTables();
    SpendLedger.createTables(database);
    for (int instance = 0; instance < 3; instance++) instances.add(start());
  }

  @AfterEach
  void close() throws Exception {
    threads.shutdownNow();
    for (Process instance : instances) instance.destroyForcibly().waitFor();
    jobs.close();
    client.close();
    server.close();
  }

  @Test
  void noBookingWaitsAndNoInstanceIsTakenForDead() throws Exception {
    bookWhile(Process::destroy); // They finish what they run.
    List<String> keys =
        broker.requests().stream()
            .map(request -> request.idempotencyKey())
            .filter(Objects::nonNull)
            .toList();
    assertThat(keys).as("an instance that is taken for dead sends twice").doesNotHaveDuplicates();
  }

  @Test
  void noBookingWaitsForInstancesThatAreKilled() throws Exception {
    bookWhile(Process::destroyForcibly);
  }

  /** Each order becomes one load. */
  private void bookWhile(Consumer<Process> ends) throws Exception {
    long end = System.nanoTime() + LASTS.toNanos();
    CompletableFuture<?> imports = CompletableFuture.runAsync(() -> importUntil(end), threads);
    CompletableFuture<?> suspended = CompletableFuture.runAsync(() -> suspendUntil(end), threads);
    CompletableFuture<?> starts =
        CompletableFuture.runAsync(() -> restartUntil(end, ends), threads);
    while (System.nanoTime() < end) {
      book("PO-" + stored.incrementAndGet(), Duration.ZERO);
      Thread.sleep(200); // So that bookings meet all moments of a start.
    }
    imports.get();
    suspended.get();
    starts.get();
    int orders = stored.get();
    Eventually.until(
        () -> count("orders WHERE load_number IS NOT NULL"), booked -> booked == orders);
    assertThat(server.loads(1_000)).hasSize(orders);
    assertThat(broker.debits()).hasSize(orders);
  }

  private void importUntil(long end) {
    while (end - System.nanoTime() > OPEN_FOR.toNanos()) {
      book("PO-" + stored.incrementAndGet(), OPEN_FOR);
    }
  }

  private void restartUntil(long end, Consumer<Process> ends) {
    for (int restarted = 0; System.nanoTime() < end; restarted++) {
      Process old = instances.get(restarted % 2);
      ends.accept(old);
      try {
        old.waitFor();
        instances.set(restarted % 2, start());
        Thread.sleep(2_000 + random.nextInt(2_000));
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The third one: for less than four heartbeats. */
  private void suspendUntil(long end) {
    while (System.nanoTime() < end) {
      long pid = instances.get(2).pid();
      try {
        signal("STOP", pid);
        Thread.sleep(3_000 + random.nextInt(7_000));
        signal("CONT", pid);
        Thread.sleep(6_000);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor();
  }

  private void book(String number, Duration openFor) {
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      try (Statement statement = transaction.createStatement()) {
        statement.execute(failsAfterFiveSeconds());
      }
      try (PreparedStatement order =
          transaction.prepareStatement("INSERT INTO orders (number) VALUES (?)")) {
        order.setString(1, number);
        order.executeUpdate();
      }
      jobs.book(transaction, number, SampleOrders.cincinnatiToSevierville(), null);
      Thread.sleep(openFor.toMillis());
      transaction.commit();
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(number, e);
    }
  }

  private Process start() throws IOException {
    ProcessBuilder process =
        new ProcessBuilder(
                ChildJvm.program(
                    Instance.class,
                    url,
                    folder.resolve("hours").toString(),
                    folder.resolve("zone").toString(),
                    "standard"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    process.environment().put("FREIGHT_BASE_URL", server.baseUrl());
    process.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    return process.start();
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
