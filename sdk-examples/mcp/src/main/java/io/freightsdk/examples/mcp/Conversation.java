package io.freightsdk.examples.mcp;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * A host that follows a script instead of a model: it starts the server like any other host, is
 * asked before each paid call, and agrees. Runs without a key.
 */
public final class Conversation {
  private static final Map<String, Object> PICKUP =
      Map.of("address", "120 Main St", "city", "Corbin", "state", "KY", "zip", "40701");
  private static final Map<String, Object> DELIVERY =
      Map.of("address", "9 Elm St", "city", "Dallas", "state", "TX", "zip", "75201");

  private Conversation() {}

  public static void main(String[] args) throws Exception {
    // In this year, whatever year it is, its first load is LD-2026-0001.
    try (InMemoryFreightServer service =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      play(service.baseUrl(), service.createBroker("25.00")).forEach(System.out::println);
    }
  }

  /** What was offered, asked and answered. */
  static List<String> play(String baseUrl, Broker broker) throws Exception {
    Path books = Files.createTempDirectory("freight-books");
    ServerParameters server =
        ServerParameters.builder(Path.of(System.getProperty("java.home"), "bin", "java").toString())
            .args(
                "-cp",
                System.getProperty("java.class.path"),
                "io.freightsdk.mcp.FreightMcpServer",
                "--limit-per-day",
                "1.30",
                "--approve-above",
                "0.10",
                "--books",
                books.toString())
            .addEnvVar("FREIGHT_BASE_URL", baseUrl)
            .addEnvVar("FREIGHT_AGENT_KEY", broker.agentKey())
            .build();
    McpJsonMapper json = new JacksonMcpJsonMapper(JsonMapper.builder().build());
    return play(new StdioClientTransport(server, json));
  }

  /** The same, however the server is reached. */
  static List<String> play(McpClientTransport server) {
    List<String> said = new ArrayList<>();
    try (McpSyncClient host =
        McpClient.sync(server)
            .requestTimeout(Duration.ofMinutes(2))
            .capabilities(ClientCapabilities.builder().elicitation().build())
            .elicitation(
                question -> {
                  said.add("asked " + question.message());
                  return ElicitResult.builder(ElicitResult.Action.ACCEPT).build();
                })
            .build()) {
      host.initialize();
      host.listTools().tools().forEach(tool -> said.add("offered " + tool.name()));
      said.add(call(host, "create_load", load("PO-1")));
      said.add(call(host, "get_load_position", Map.of("loadNumber", "LD-2026-0001")));
      said.add(call(host, "create_load", load("PO-2")));
      said.add(call(host, "get_balance", Map.of()));
    }
    return said;
  }

  /** Each order has a driver of its own: the same load again would be taken for the same order. */
  private static Map<String, Object> load(String customerRef) {
    int order = Integer.parseInt(customerRef.replaceAll("[^0-9]", ""));
    return Map.of(
        "driverPhone",
        "+1312555%04d".formatted(140 + order),
        "customerRef",
        customerRef,
        "pickups",
        List.of(PICKUP),
        "deliveries",
        List.of(DELIVERY));
  }

  private static String call(McpSyncClient host, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        host.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    return tool + " " + result.content().get(0);
  }
}
