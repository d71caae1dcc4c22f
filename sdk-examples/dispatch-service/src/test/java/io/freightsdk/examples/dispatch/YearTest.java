package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.test.ApplicationProcess;
import io.freightsdk.testsupport.Thorough;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to two instances in a year. */
@Thorough("starts applications; DispatchServiceTest and the starter's tests see each mishap alone")
class YearTest {
  @TempDir Path folder;
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("5.00");
  private Server database;

  @BeforeEach
  void start() throws Exception {
    database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
  }

  @AfterEach
  void stop() {
    database.stop();
    server.close();
  }

  private ApplicationProcess instance(String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] =
        "--spring.datasource.url=jdbc:h2:tcp://127.0.0.1:%d/%s;WRITE_DELAY=0"
            .formatted(database.getPort(), folder.resolve("dispatch"));
    arguments[1] = "--spring.datasource.hikari.connection-timeout=1000";
    arguments[2] = "--freight.price-life=0s";
    System.arraycopy(more, 0, arguments, 3, more.length);
    return ApplicationProcess.start(DispatchService.class, server, broker, arguments);
  }

  private static HttpResponse<String> put(ApplicationProcess instance, String order) {
    return instance.send("PUT", "/orders/" + order + "?customer=acme", DispatchServiceTest.LOAD);
  }

  @Test
  void ordersAreKeptPaidOnceAndSettledWhateverHappens() throws Exception {
    try (ApplicationProcess one = instance();
        ApplicationProcess two = instance()) {
      await(() -> post(one, "{}"), "\"verdict\":\"NOTHING\"");
      assertThat(put(one, "1").body()).contains("LD-").isEqualTo(put(two, "1").body());
      assertThat(broker.debits()).hasSize(1);

      databaseIsStopped(one, two);
      priceRises(two);
      toppedUpElsewhere(one);
      one.kill();
      assertThat(put(two, "4").body()).as("the other goes on").contains("LD-");
      keyIsRevoked(two);
    }
    assertThat(broker.debits()).as("orders 1 to 5").hasSize(5);
  }

  private void databaseIsStopped(ApplicationProcess one, ApplicationProcess two) throws Exception {
    int port = database.getPort();
    database.stop();
    assertThat(put(one, "2").statusCode()).isEqualTo(500);
    assertThat(one.send("GET", "/actuator/metrics/freight.ledger.charged", "").statusCode())
        .isEqualTo(200);
    assertThat(one.send("GET", "/actuator/freight", "").statusCode()).isEqualTo(200);
    await(() -> one.send("GET", "/actuator/health", "").body(), "\"books\":\"unreachable\"");
    database = Server.createTcpServer("-tcpPort", Integer.toString(port)).start();
    assertThat(put(two, "2").body()).contains("LD-");
  }

  private void priceRises(ApplicationProcess two) {
    server.price("load_create", "1.20");
    assertThat(put(two, "3").body())
        .as("over the limit of a call")
        .contains("\"status\":\"OPEN\"")
        .doesNotContain("1.20");
    server.price("load_create", "0.65");
    assertThat(put(two, "3").body()).contains("LD-");
  }

  private void toppedUpElsewhere(ApplicationProcess one) {
    assertThat(post(one, "{}")).contains("\"verdict\":\"NOTHING\"");
    broker.credit("20.00");
    assertThat(post(one, "{}")).contains("MONEY_CAME", "20.00 USD higher");
    assertThat(post(one, "{\"adjust\": \"20.00\"}")).contains("\"verdict\":\"NOTHING\"");
  }

  private void keyIsRevoked(ApplicationProcess two) {
    broker.revoke(broker.agentKey());
    assertThat(put(two, "5").body()).contains("\"status\":\"OPEN\"").doesNotContain("key");
    assertThat(two.send("GET", "/actuator/health", "").statusCode()).isEqualTo(503);
    try (ApplicationProcess three = instance("--freight.agent-key=" + broker.newKey())) {
      assertThat(put(three, "5").body()).contains("LD-");
    }
  }

  private static String post(ApplicationProcess instance, String json) {
    return instance.send("POST", "/actuator/freight", json).body();
  }

  private static void await(Supplier<String> look, String text) {
    String seen = "";
    for (int i = 0; i < 5000 && !seen.contains(text); i++) seen = look.get();
    assertThat(seen).contains(text);
  }
}
