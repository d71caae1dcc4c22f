package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testsupport.Thorough;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits beside that of the day, users beside each other, and where the key comes from. */
@Timeout(300)
@Thorough("starts a process for each")
class LimitsAndUsersTest {
  @TempDir Path folder;
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("100.00");

  @AfterEach
  void close() {
    service.close();
  }

  private Host host(Map<String, String> environment, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--limit-per-day", "20.00"));
    arguments.addAll(List.of("--books", folder.resolve("books").toString()));
    arguments.addAll(List.of(more));
    return Host.process(environment, arguments.toArray(String[]::new));
  }

  private Host host(String... more) throws Exception {
    return host(
            Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey()),
            more)
        .initialize(false);
  }

  private Path secret(String name, String text) throws Exception {
    Path file =
        Files.createFile(
            folder.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, text);
  }

  @Test
  void aCallASessionAndAnHourHaveLimitsOfTheirOwn() throws Exception {
    try (Host host = host("--limit-per-call", "0.60")) {
      assertThat(host.tool("create_load", Host.load("A-1")).toString())
          .contains("SPEND_LIMIT", "no single call may cost more than 0.60");
      assertThat(host.end()).isZero();
    }
    try (Host host = host("--limit-per-session", "0.70")) {
      assertThat(Host.code(host.tool("create_load", Host.load("B-1")))).isEqualTo("ok");
      assertThat(Host.code(host.tool("create_load", Host.load("B-2")))).isEqualTo("SPEND_LIMIT");
      assertThat(host.end()).isZero();
    }
    try (Host host = host("--limit-per-session", "0.70", "--limit-per-hour", "1.40")) {
      assertThat(Host.code(host.tool("create_load", Host.load("B-2"))))
          .as("another session")
          .isEqualTo("ok");
      assertThat(host.end()).isZero();
    }
    try (Host host = host("--limit-per-hour", "1.40")) {
      assertThat(Host.code(host.tool("create_load", Host.load("C-1")))).isEqualTo("SPEND_LIMIT");
      assertThat(host.end()).isZero();
    }
  }

  @Test
  void theKeyComesFromAFileOrACommand() throws Exception {
    Path file = secret("key", broker.agentKey() + "\n");
    Map<String, String> byFile =
        Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY_FILE", file.toString());
    try (Host host = host(byFile).initialize(false)) {
      assertThat(host.tool("get_balance", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
    }
    Map<String, String> none = Map.of("FREIGHT_BASE_URL", service.baseUrl());
    try (Host host = host(none, "--key-command", "cat '" + file + "'").initialize(false)) {
      assertThat(host.tool("get_balance", Map.of()).get("balanceUsd")).isEqualTo("100.00");
      assertThat(host.end()).isZero();
    }
    try (Host host = host(none, "--key-command", "exit 3")) {
      assertThat(host.end()).isEqualTo(2);
      host.said("--key-command: the command failed");
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try (Host host = host(byFile)) {
      assertThat(host.end()).isEqualTo(2);
      host.said("every user can read");
    }
  }

  @Test
  void eachUserOfTheHttpServerHasABudgetOfHisOwn() throws Exception {
    Path users = secret("users", "alice token-of-alice-0123\nbob token-of-bob-0123456\n");
    String[] options = {"--http", "0", "--users", users.toString()};
    String[] all = {
      options[0], options[1], options[2], options[3], "--limit-per-user-per-day", "0.70"
    };
    try (Host server =
        host(
            Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey()),
            all)) {
      String said = server.said("Serving MCP at");
      URI url = URI.create(said.replaceAll("(?s).*Serving MCP at (\\S+).*", "$1"));
      assertThat(said).doesNotContain("token-of");
      assertThat(create(url, "token-of-alice-0123", "A-1")).contains("chargedUsd");
      assertThat(create(url, "token-of-alice-0123", "A-2")).contains("SPEND_LIMIT");
      assertThat(create(url, "token-of-bob-0123456", "B-1")).contains("chargedUsd");
      assertThat(broker.debits()).hasSize(2);
    }
  }

  private static String create(URI url, String token, String ref) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    String start =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url).header("Authorization", "Bearer " + token);
    HttpResponse<String> opened =
        http.send(
            request.POST(HttpRequest.BodyPublishers.ofString(start)).build(),
            HttpResponse.BodyHandlers.ofString());
    String session = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
    return http.send(
            request
                .header("Mcp-Session-Id", session)
                .POST(HttpRequest.BodyPublishers.ofString(Host.createLoad(2, ref)))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Each request of the revision without sessions would otherwise have a session's whole limit. */
  @Test
  void requestsWithoutASessionShareTheLimitOfOne() throws Exception {
    Map<String, String> environment =
        Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey());
    try (Host server =
        host(environment, "--http", "0", "--no-token", "--limit-per-session", "0.70")) {
      String said = server.said("Serving MCP at");
      URI url = URI.create(said.replaceAll("(?s).*Serving MCP at (\\S+).*", "$1"));
      assertThat(createWithoutSession(url, "A-1")).contains("chargedUsd");
      assertThat(createWithoutSession(url, "A-2")).contains("SPEND_LIMIT");
    }
    assertThat(broker.debits()).hasSize(1);
  }

  private static String createWithoutSession(URI url, String ref) throws Exception {
    Map<String, Object> meta =
        Map.of(
            "io.modelcontextprotocol/protocolVersion",
            Modern.REVISION,
            "io.modelcontextprotocol/clientCapabilities",
            Map.of());
    Map<String, Object> params =
        Map.of("name", "create_load", "arguments", Host.load(ref), "_meta", meta);
    String body =
        Json.write(Map.of("jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", params));
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .header("MCP-Protocol-Version", Modern.REVISION)
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", "create_load")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void aSandboxNeedsNoKeyAndNoBooks() throws Exception {
    try (Host host = Host.process(Map.of(), "--sandbox").initialize(false)) {
      Map<?, ?> made = host.tool("create_load", Host.load("PO-1"));
      assertThat(made.get("chargedUsd")).as(made.toString()).isEqualTo("0.65");
      assertThat(host.tool("get_balance", Map.of()).get("balanceUsd")).isEqualTo("24.35");
      assertThat(host.end()).isZero();
    }
    assertThat(broker.debits()).isEmpty();
  }
}
