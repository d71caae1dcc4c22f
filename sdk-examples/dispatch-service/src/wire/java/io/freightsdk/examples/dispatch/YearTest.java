package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.test.ApplicationProcess;
import io.freightsdk.testsupport.ChildJvm;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to two instances in a year. */
@Thorough("starts applications; DispatchServiceTest and the starter's tests see each mishap alone")
class YearTest {
  @TempDir Path folder;
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("15.00");

  /** The database of the instances, in a process of its own or at least behind a port. */
  interface Database extends AutoCloseable {
    String url() throws Exception;

    /** Whoever is connected loses the connection. */
    void stop() throws Exception;

    /** As a power cut does. */
    void kill() throws Exception;

    void start() throws Exception;

    /** When the test has ended. */
    @Override
    void close();
  }

  Database database() throws Exception {
    return new H2(folder.resolve("dispatch"));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void ordersAreKeptPaidOnceAndSettledWhateverHappens() throws Exception {
    try (Database database = database();
        Certificate certificate = new Certificate(server.baseUrl(), folder);
        ApplicationProcess one = instance(database);
        ApplicationProcess two =
            instance(database, "--freight.base-url=" + certificate.url(), certificate.trusted())) {
      await(() -> post(one, "{}"), "\"agrees\":true");
      assertThat(put(one, "1").body()).contains("LD-").isEqualTo(put(two, "1").body());
      assertThat(paidLoads()).hasSize(1);

      databaseIsStopped(database, one, two);
      databaseIsKilled(database, one, two);
      priceRises(two);
      certificateExpires(certificate, two);
      toppedUpElsewhere(one);
      one.kill();
      assertThat(put(two, "4").body()).as("the other goes on").contains("LD-");
      keyIsRevoked(database, two);
    }
    assertThat(paidLoads()).as("orders 1 to 6, and 10 to 17").hasSize(14);
  }

  private void databaseIsStopped(Database database, ApplicationProcess one, ApplicationProcess two)
      throws Exception {
    database.stop();
    assertThat(put(one, "2").statusCode()).isEqualTo(500);
    assertThat(one.send("GET", "/actuator/metrics/freight.ledger.charged", "").statusCode())
        .isEqualTo(200);
    assertThat(one.send("GET", "/actuator/freight", "").statusCode()).isEqualTo(200);
    await(() -> one.send("GET", "/actuator/health", "").body(), "\"ledger\":\"unreachable\"");
    database.start();
    await(() -> put(two, "2").body(), "LD-");
  }

  /** While eight orders are on their way. */
  private void databaseIsKilled(Database database, ApplicationProcess one, ApplicationProcess two)
      throws Exception {
    List<String> orders = IntStream.rangeClosed(10, 17).mapToObj(Integer::toString).toList();
    ExecutorService callers = Executors.newFixedThreadPool(orders.size());
    try {
      List<CompletableFuture<Integer>> answers =
          orders.stream()
              .map(
                  order ->
                      CompletableFuture.supplyAsync(
                          () -> put(order.compareTo("14") < 0 ? one : two, order).statusCode(),
                          callers))
              .toList();
      CompletableFuture.anyOf(answers.toArray(CompletableFuture[]::new)).join();
      database.kill();
      assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isIn(200, 500));
    } finally {
      callers.shutdown();
    }
    database.start();
    for (String order : orders) await(() -> put(two, order).body(), "LD-");
    assertThat(paidLoads()).as("orders 1, 2 and these").hasSize(10);
  }

  private void priceRises(ApplicationProcess two) {
    server.price("load_create", "1.20");
    assertThat(put(two, "3").body())
        .as("over the limit of a call")
        .contains("\"status\":\"RECEIVED\"")
        .doesNotContain("1.20");
    server.price("load_create", "0.65");
    assertThat(put(two, "3").body()).contains("LD-");
  }

  private void certificateExpires(Certificate certificate, ApplicationProcess two)
      throws Exception {
    certificate.expire();
    assertThat(put(two, "6").body())
        .contains("\"status\":\"RECEIVED\"")
        .doesNotContainIgnoringCase("certificate");
    assertThat(two.send("GET", "/actuator/health/readiness", "").statusCode()).isEqualTo(200);
    certificate.renew();
    assertThat(put(two, "6").body()).as("without a restart").contains("LD-");
  }

  private void toppedUpElsewhere(ApplicationProcess one) {
    await(() -> post(one, "{}"), "\"agrees\":true");
    broker.credit("20.00");
    assertThat(post(one, "{}")).as("untold").contains("higher than the ledger explains");
    assertThat(post(one, "{}")).as("and begun again there").contains("\"agrees\":true");
    broker.credit("3.00");
    assertThat(post(one, "{\"adjust\": \"3.00\", \"why\": \"bank transfer\"}"))
        .as("told")
        .contains("\"agrees\":true");
  }

  private void keyIsRevoked(Database database, ApplicationProcess two) throws Exception {
    broker.revoke(broker.agentKey());
    assertThat(put(two, "5").body()).contains("\"status\":\"RECEIVED\"").doesNotContain("key");
    assertThat(two.send("GET", "/actuator/health", "").statusCode()).isEqualTo(503);
    try (ApplicationProcess three = instance(database, "--freight.agent-key=" + broker.newKey())) {
      assertThat(put(three, "5").body()).contains("LD-");
    }
  }

  /** The job that follows loads pays for reads besides. */
  private List<String> paidLoads() {
    return broker.debits().stream()
        .filter(debit -> debit.operation() == Operation.CREATE_LOAD)
        .map(debit -> debit.loadNumber())
        .toList();
  }

  private ApplicationProcess instance(Database database, String... more) throws Exception {
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "--spring.datasource.url=" + database.url(),
                    "--spring.datasource.hikari.connection-timeout=1000",
                    "--management.endpoint.health.probes.enabled=true",
                    "--freight.price-life=0s",
                    // One has another address than the other.
                    "--freight.spend.account=acme",
                    // What a process was sending when it lost its database is sent again after it.
                    "--freight.deadline=5s"),
                Stream.of(more))
            .toArray(String[]::new);
    return ApplicationProcess.start(DispatchService.class, server, broker, arguments);
  }

  private static HttpResponse<String> put(ApplicationProcess instance, String order) {
    return instance.send(
        "PUT", "/orders/" + order + "?customer=customer-" + order, RestartTest.LOAD);
  }

  private static String post(ApplicationProcess instance, String json) {
    return instance.send("POST", "/actuator/freight", json).body();
  }

  private static void await(Supplier<String> look, String text) {
    String seen = "";
    long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (!seen.contains(text) && System.nanoTime() < end) seen = look.get();
    assertThat(seen).contains(text);
  }

  /** In a process of its own, which can be killed. */
  private static final class H2 implements Database {
    private final Path file;
    private final int port;
    private Process process;

    H2(Path file) throws IOException {
      this.file = file;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        this.port = free.getLocalPort();
      }
      this.process = started();
    }

    private Process started() throws IOException {
      Process server =
          new ProcessBuilder(
                  ChildJvm.program(
                      Server.class, "-tcp", "-tcpPort", Integer.toString(port), "-ifNotExists"))
              .redirectErrorStream(true)
              .start();
      assertThat(server.inputReader().readLine()).contains("TCP server running");
      return server;
    }

    @Override
    public String url() {
      return "jdbc:h2:tcp://127.0.0.1:%d/%s;WRITE_DELAY=0".formatted(port, file);
    }

    @Override
    public void stop() {
      process.destroy();
      process.onExit().join();
    }

    @Override
    public void kill() {
      process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
      kill();
    }

    @Override
    public void start() throws IOException {
      process = started();
    }
  }
}
