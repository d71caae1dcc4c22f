package io.freightsdk.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server as a host runs it: a process of its own that talks on standard input and output. */
@Timeout(120)
class StandardInputTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}";

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("10.00");

  @AfterEach
  void close() {
    service.close();
  }

  @Test
  void theSdksOwnClientCreatesALoad() {
    ServerParameters server =
        ServerParameters.builder(java().toString())
            .args("-cp", System.getProperty("java.class.path"), FreightMcpServer.class.getName())
            .env(environment("20.00"))
            .build();
    try (McpSyncClient host =
        McpClient.sync(new StdioClientTransport(server, WireJson.mapper())).build()) {
      host.initialize();

      assertThat(host.listTools().tools()).hasSize(5);
      assertThat(
              host.callTool(
                      CallToolRequest.builder("create_load")
                          .arguments(Conversation.load("PO-1"))
                          .build())
                  .structuredContent())
          .asString()
          .contains("chargedUsd=0.65");
    }
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void theListIsTheSameToTheByteInEveryRunAndUnderEightKilobytes() throws Exception {
    String first = list();
    String second = list();

    assertThat(second).isEqualTo(first);
    assertThat(first.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(8 * 1024);
    assertThat(first).contains("create_load").doesNotContain(broker.agentKey());
  }

  @Test
  void theProcessEndsWithItsInput() throws Exception {
    Process process = start("20.00");
    try {
      say(process, INITIALIZE);
      assertThat(answers(process).readLine()).contains("protocolVersion");

      process.getOutputStream().close();

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void withoutALimitTheProcessSaysWhatToSetAndEnds() throws Exception {
    Process process = start(null);
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(2);
      assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("FREIGHT_MCP_DAY_LIMIT_USD");
    } finally {
      process.destroyForcibly();
    }
  }

  private String list() throws Exception {
    Process process = start("20.00");
    try {
      BufferedReader answers = answers(process);
      say(process, INITIALIZE);
      answers.readLine();
      say(process, INITIALIZED);
      say(process, LIST);
      return answers.readLine();
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(String dayLimit) throws IOException {
    ProcessBuilder command =
        new ProcessBuilder(
            java().toString(),
            "-cp",
            System.getProperty("java.class.path"),
            FreightMcpServer.class.getName());
    command.environment().putAll(environment(dayLimit));
    return command.start();
  }

  private Map<String, String> environment(String dayLimit) {
    Map<String, String> needed =
        Map.of("FREIGHT_BASE_URL", service.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey());
    if (dayLimit == null) return needed;
    return Map.of(
        "FREIGHT_BASE_URL", service.baseUrl(),
        "FREIGHT_AGENT_KEY", broker.agentKey(),
        "FREIGHT_MCP_DAY_LIMIT_USD", dayLimit);
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static void say(Process process, String message) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((message + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  private static BufferedReader answers(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
