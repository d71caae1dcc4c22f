package io.freightsdk.examples.mcp;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimits;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.List;
import java.util.Map;

/** A host that plays the script of a model over streamable HTTP. Runs without a key. */
public final class Conversation {
  private static final Map<String, Object> PICKUP =
      Map.of("address", "120 Main St", "city", "Corbin", "state", "KY", "zip", "40701");
  private static final Map<String, Object> DELIVERY =
      Map.of("address", "9 Elm St", "city", "Dallas", "state", "TX", "zip", "75201");

  private Conversation() {}

  public static void main(String[] args) throws Exception {
    try (InMemoryFreightServer service = InMemoryFreightServer.start()) {
      Broker broker = service.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder().baseUrl(service.baseUrl()).agentKey(broker.agentKey()).build()) {
        List<AgentTool> tools =
            FreightTools.builder(client)
                .limits(SpendLimits.builder().perDay("1.30").build())
                .build();
        try (LoopbackHttp http = LoopbackHttp.start(new FreightMcpServer(tools, false), 0)) {
          play(http.url());
        }
      }
    }
  }

  private static void play(String url) {
    try (McpSyncClient host = host(url)) {
      host.initialize();
      host.listTools().tools().forEach(tool -> System.out.println("offered " + tool.name()));
      say(host, "create_load", load("PO-1"));
      say(host, "get_load_position", Map.of("loadNumber", "LD-2026-0001"));
      say(host, "create_load", load("PO-2"));
      say(host, "get_balance", Map.of());
    }
  }

  static McpSyncClient host(String url) {
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(url).jsonMapper(WireJson.mapper()).build())
        .build();
  }

  static Map<String, Object> load(String customerRef) {
    return Map.of(
        "driverPhone",
        "+13125550142",
        "customerRef",
        customerRef,
        "pickups",
        List.of(PICKUP),
        "deliveries",
        List.of(DELIVERY));
  }

  private static void say(McpSyncClient host, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        host.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    System.out.println(tool + " " + result.content().get(0));
  }
}
