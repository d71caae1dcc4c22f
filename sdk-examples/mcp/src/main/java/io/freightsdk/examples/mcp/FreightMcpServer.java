package io.freightsdk.examples.mcp;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.spend.SpendLimits;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.util.List;

/**
 * Freight tools for any MCP host.
 *
 * <pre>
 * FREIGHT_AGENT_KEY           key of the broker                                     required
 * FREIGHT_BASE_URL            address of the service                                required
 * FREIGHT_MCP_DAY_LIMIT_USD   what the tools may spend in 24 hours                  required
 * FREIGHT_MCP_ASK_ABOVE_USD   price above which the person at the host is asked     nobody is asked
 * </pre>
 *
 * <p>Speaks on standard input and output, and ends when its input ends; with {@code --http PORT} it
 * serves streamable HTTP on the loopback address instead.
 */
public final class FreightMcpServer {
  private final McpJsonMapper json = WireJson.mapper();
  private final List<AgentTool> tools;
  private final boolean askUser;

  /** A server of these tools; see {@link McpTools} for what {@code askUser} does. */
  FreightMcpServer(List<AgentTool> tools, boolean askUser) {
    this.tools = tools;
    this.askUser = askUser;
  }

  public static void main(String[] args) throws Exception {
    String dayLimit = System.getenv("FREIGHT_MCP_DAY_LIMIT_USD");
    if (dayLimit == null) {
      System.err.println(
          "FREIGHT_MCP_DAY_LIMIT_USD: set it, for example to 20.00, and start again");
      System.exit(2);
      return;
    }
    String askAbove = System.getenv("FREIGHT_MCP_ASK_ABOVE_USD");
    try (FreightClient client = FreightClient.builder().build()) {
      FreightTools.Builder tools =
          FreightTools.builder(client).limits(SpendLimits.builder().perDay(dayLimit).build());
      if (askAbove != null) tools.approvalAbove(askAbove);
      FreightMcpServer server = new FreightMcpServer(tools.build(), askAbove != null);
      boolean http = args.length == 2 && args[0].equals("--http");
      if (http) {
        server.serveHttp(Integer.parseInt(args[1]));
      } else {
        server.serveStandardInput();
      }
    }
  }

  /** Serves until the input ends, so that no process outlives its host. */
  private void serveStandardInput() throws InterruptedException {
    EndOfInput input = new EndOfInput(System.in);
    McpSyncServer server = start(new StdioServerTransportProvider(json, input, System.out));
    input.await();
    server.close();
  }

  private void serveHttp(int port) throws Exception {
    try (LoopbackHttp http = LoopbackHttp.start(this, port)) {
      System.err.println("Serving MCP at " + http.url());
      http.await();
    }
  }

  McpSyncServer start(McpServerTransportProvider transport) {
    return build(McpServer.sync(transport));
  }

  McpSyncServer start(McpStreamableServerTransportProvider transport) {
    return build(McpServer.sync(transport));
  }

  private McpSyncServer build(McpServer.SyncSpecification<?> server) {
    return server
        .serverInfo("freight", "0.1.0")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        // The tools check arguments themselves, and their messages never repeat a phone number.
        .validateToolInputs(false)
        .jsonMapper(json)
        .tools(new McpTools(json, askUser).of(tools))
        .build();
  }

  McpJsonMapper json() {
    return json;
  }
}
