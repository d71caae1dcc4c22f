package io.freightsdk.agent.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.MisbehavingAgentContract;
import io.freightsdk.agent.ToolCallContext;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult.Action;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.modeler.Registry;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tools on an MCP server without Spring. Its transport knows which calls are cancelled. */
@Timeout(120)
class MisbehavingHostOverHttpIT extends MisbehavingAgentContract {
  static {
    // All servers of a process have the same JMX names, so concurrent starts would fail.
    Registry.disableRegistry();
  }

  @TempDir Path folder;

  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    List<String> results = new ArrayList<>();
    try (Server server = new Server(folder, tools, caller);
        McpSyncClient host = host(server, caller)) {
      host.initialize();
      for (Step step : script) {
        String arguments = step.arguments().isEmpty() ? "{}" : step.arguments();
        CallToolRequest request =
            CallToolRequest.builder(step.tool())
                .arguments(McpJsonDefaults.getMapper(), arguments)
                .build();
        results.add(((TextContent) host.callTool(request).content().get(0)).text());
      }
    }
    return results;
  }

  private static McpSyncClient host(Server server, ToolCallContext caller) {
    ClientCapabilities.Builder capabilities = ClientCapabilities.builder();
    if (caller.approver() != null) capabilities.elicitation();
    return McpClient.sync(HttpClientStreamableHttpTransport.builder(server.address()).build())
        .requestTimeout(Duration.ofMinutes(1))
        .capabilities(capabilities.build())
        .elicitation(question -> respond(question, server, caller))
        .build();
  }

  private static ElicitResult respond(
      ElicitFormRequest question, Server server, ToolCallContext caller) {
    String text = question.message();
    BigDecimal priceUsd = new BigDecimal(text.substring(0, text.indexOf(' ')));
    boolean isApproved =
        caller
            .approver()
            .approve(new ApprovalRequest("create_load", text, priceUsd, null, Map.of()));
    if (caller.isCancelled()) server.cancelled.complete(null);
    return ElicitResult.builder(isApproved ? Action.ACCEPT : Action.DECLINE).build();
  }

  /** A web server with the tools of one caller. */
  private static final class Server implements AutoCloseable {
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private final Tomcat web = new Tomcat();
    private final McpSyncServer server;

    Server(Path folder, List<AgentTool> tools, ToolCallContext caller) throws LifecycleException {
      HttpServletStreamableServerTransportProvider transport =
          HttpServletStreamableServerTransportProvider.builder()
              .contextExtractor(
                  request -> McpTransportContext.create(Map.of(McpTools.CANCELLATION, cancelled)))
              .build();
      McpServer.SyncSpecification<?> specification =
          McpServer.sync(transport)
              .serverInfo("freight", "1")
              .capabilities(ServerCapabilities.builder().tools(true).build());
      (caller.scope() == null ? McpTools.of(tools) : McpTools.of(tools, caller::scope))
          .configure(specification);
      server = specification.build();
      web.setBaseDir(folder.toString());
      web.setPort(0);
      Context root = web.addContext("", null);
      Tomcat.addServlet(root, "mcp", transport).setAsyncSupported(true);
      root.addServletMappingDecoded("/mcp", "mcp");
      web.getConnector();
      web.start();
    }

    String address() {
      return "http://localhost:" + web.getConnector().getLocalPort();
    }

    @Override
    public void close() throws LifecycleException {
      server.close();
      web.stop();
      web.destroy();
    }
  }
}
