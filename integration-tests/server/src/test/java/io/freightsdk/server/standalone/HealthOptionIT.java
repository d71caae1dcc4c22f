package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The health check that the image runs every ten seconds. */
class HealthOptionIT {
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  private int health(String url) {
    PrintStream err = new PrintStream(output, true, StandardCharsets.UTF_8);
    return Main.run(List.of("--health", url), err, err);
  }

  @Test
  void healthCheckIgnoresFaultsAndTheJournal() {
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().seed(7).start()) {
      Broker broker = server.createBroker("25.00");
      Http client = new Http(server.baseUrl(), broker.agentKey());
      String before = client.get("/v1/agent/balance").header("X-Request-Id");
      server.faults().next(null, Fault.status(500));

      assertThat(health(server.baseUrl())).as(output.toString(StandardCharsets.UTF_8)).isZero();

      assertThat(server.journal().total()).isEqualTo(1);
      Http.Reply struck = client.get("/v1/agent/balance");
      assertThat(struck.status()).isEqualTo(500);
      assertThat(before).isEqualTo("req_1");
      assertThat(struck.header("X-Request-Id")).isEqualTo("req_2");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "adm_secret"})
  void healthCheckNeedsNoAdminToken(String token) {
    var builder = InMemoryFreightServer.builder();
    if (!token.isEmpty()) builder.adminToken(token);
    try (InMemoryFreightServer server = builder.start()) {
      assertThat(health(server.baseUrl())).as(output.toString(StandardCharsets.UTF_8)).isZero();
    }
  }

  @Test
  void healthCheckFailsWithoutAResponse() {
    String url;
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      url = server.baseUrl();
    }

    assertThat(health(url)).isEqualTo(1);
    assertThat(output.toString(StandardCharsets.UTF_8)).contains("no response from " + url);
  }
}
