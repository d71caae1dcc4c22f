package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.filter.OncePerRequestFilter;

/** The application of the page that offers the tools over MCP to everybody who has logged in. */
class McpOverHttpIT {
  @TempDir Path folder;

  @Test
  void eachUserHasALimitOfHisOwn() throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      SpringApplication application =
          new SpringApplication(AgentSnippet.of("mcp-over-http"), Login.class);
      try (ConfigurableApplicationContext running =
              application.run(
                  "--spring.config.location=" + properties().toUri(),
                  "--server.port=0",
                  "--freight.base-url=" + server.baseUrl(),
                  "--freight.agent-key=" + broker.agentKey());
          McpSyncClient ada = client(running, "ada");
          McpSyncClient ben = client(running, "ben")) {
        assertThat(ada.listTools().tools())
            .extracting(McpSchema.Tool::name)
            .contains("create_load", "get_load_position");

        for (int order = 1; order <= 7; order++) {
          assertThat(order(ada, order)).contains("\"created\":true");
        }
        assertThat(order(ada, 8)).contains("SPEND_LIMIT");
        assertThat(order(ben, 9)).contains("\"created\":true");
      }
      assertThat(broker.debits()).hasSize(8);
    }
  }

  private Path properties() throws IOException {
    return Files.writeString(
        folder.resolve("application.yaml"), AgentSnippet.in("yaml mcp-over-http").text());
  }

  private static McpSyncClient client(ConfigurableApplicationContext server, String user) {
    String url = "http://localhost:" + server.getEnvironment().getProperty("local.server.port");
    McpSyncClient client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder(url)
                    .httpRequestCustomizer(
                        (request, method, uri, body, context) -> request.header("X-User", user))
                    .build())
            .build();
    client.initialize();
    return client;
  }

  private static String order(McpSyncClient client, int number) {
    Map<String, Object> load =
        Map.of(
            "customerRef",
            "PO-" + number,
            "driverPhone",
            "+1312555014" + number,
            "pickups",
            List.of(stop("120 Main St", "Corbin", "KY", "40701")),
            "deliveries",
            List.of(stop("9 Elm St", "Dallas", "TX", "75201")));
    McpSchema.CallToolResult result =
        client.callTool(McpSchema.CallToolRequest.builder("create_load").arguments(load).build());
    return ((McpSchema.TextContent) result.content().get(0)).text();
  }

  private static Map<String, Object> stop(String address, String city, String state, String zip) {
    return Map.of("address", address, "city", city, "state", state, "zip", zip);
  }

  /** Stands where a login does. */
  static final class Login extends OncePerRequestFilter {
    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      chain.doFilter(
          new HttpServletRequestWrapper(request) {
            @Override
            public String getRemoteUser() {
              return getHeader("X-User");
            }
          },
          response);
    }
  }
}
