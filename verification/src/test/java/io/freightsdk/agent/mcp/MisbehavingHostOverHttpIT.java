package io.freightsdk.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.MisbehavingAgentContract;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimit;
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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
import org.junit.jupiter.api.Test;
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

  /**
   * A browser's window is closed while it asks, with another call in its queue. No request reports
   * it, and the user repeats the order in a new window.
   */
  @Test
  void closedWindowDoesNotBlockTheNextOrderOfItsUser() throws Exception {
    List<String> questions = new ArrayList<>();
    ToolCallContext ann =
        ToolCallContext.ofScope("ann").withApprover(question -> questions.add(question.summary()));
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools =
          FreightTools.builder(client, ledger)
              .sharedLimits(SpendLimit.perDay("20.00"))
              .approvalAbove("0.50")
              .build();
      try (Server server = new Server(folder, tools, ann)) {
        callAndClose(server.address(), create("PO-1"), create("PO-2"));
        try (McpSyncClient window = host(server, ann)) {
          window.initialize();
          assertThat(call(window, create("PO-1"))).contains("\"created\":true");
        }
      }
    }
    assertThat(questions).singleElement().asString().contains("PO-1");
    assertThat(broker.debits()).hasSize(1);
  }

  /** Calls both tools in one session, and closes all connections during the first question. */
  private static void callAndClose(String address, Step first, Step second) throws Exception {
    String initialize =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
            + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}},"
            + "\"clientInfo\":{\"name\":\"browser\",\"version\":\"1\"}}}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofString(initialize))
            .build();
    String session =
        HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString())
            .headers()
            .firstValue("Mcp-Session-Id")
            .orElseThrow();
    try (Socket socket = call(address, session, first);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      assertThat(lines.lines().anyMatch(line -> line.contains("elicitation/create"))).isTrue();
      call(address, session, second).close();
    }
  }

  private static Socket call(String address, String session, Step step) throws IOException {
    URI server = URI.create(address);
    Socket connection = new Socket(server.getHost(), server.getPort());
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\""
            + step.tool()
            + "\",\"arguments\":"
            + step.arguments()
            + "}}";
    String head =
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Accept: application/json, text/event-stream\r\nMcp-Session-Id: "
            + session
            + "\r\nContent-Length: "
            + body.getBytes(UTF_8).length
            + "\r\n\r\n";
    connection.getOutputStream().write((head + body).getBytes(UTF_8));
    return connection;
  }

  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    List<String> results = new ArrayList<>();
    try (Server server = new Server(folder, tools, caller);
        McpSyncClient host = host(server, caller)) {
      host.initialize();
      for (Step step : script) results.add(call(host, step));
    }
    return results;
  }

  private static String call(McpSyncClient host, Step step) {
    String arguments = step.arguments().isEmpty() ? "{}" : step.arguments();
    CallToolRequest request =
        CallToolRequest.builder(step.tool())
            .arguments(McpJsonDefaults.getMapper(), arguments)
            .build();
    return ((TextContent) host.callTool(request).content().get(0)).text();
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
          .withPingTimeout(Duration.ofSeconds(2))
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
