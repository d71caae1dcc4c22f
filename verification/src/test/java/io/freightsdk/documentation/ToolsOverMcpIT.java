package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** An application with tools for its own chat, and an MCP server that is open to everybody. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class ToolsOverMcpIT {
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("25.00");

  @AfterEach
  void close() {
    service.close();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    ToolCallback weather() {
      return FunctionToolCallback.builder("weather", (String city) -> "sunny")
          .description("The weather")
          .inputType(String.class)
          .build();
    }

    @Bean
    SecurityFilterChain everybody(HttpSecurity http) throws Exception {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .csrf(csrf -> csrf.disable())
          .build();
    }
  }

  private ConfigurableApplicationContext run(String protocol, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--spring.ai.mcp.server.protocol=" + protocol,
                "--freight.base-url=" + service.baseUrl(),
                "--freight.agent-key=" + broker.agentKey(),
                "--freight.tools.limit-per-day=1.00",
                "--logging.level.io.freightsdk.spring.boot=INFO"));
    arguments.addAll(List.of(more));
    return new SpringApplication(Shop.class).run(arguments.toArray(String[]::new));
  }

  private static McpSyncClient client(ConfigurableApplicationContext application) {
    String port = application.getEnvironment().getProperty("local.server.port");
    McpSyncClient client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder("http://localhost:" + port).build())
            .build();
    client.initialize();
    return client;
  }

  @Test
  void mcpServerOffersNoToolsByDefault(CapturedOutput log) {
    try (ConfigurableApplicationContext application = run("STREAMABLE");
        McpSyncClient client = client(application)) {
      assertThat(client.listTools().tools()).extracting(Tool::name).containsExactly("weather");
      ToolCallbackProvider own =
          application.getBean("freightToolCallbacks", ToolCallbackProvider.class);
      assertThat(Arrays.asList(own.getToolCallbacks())).hasSize(5);
    }
    assertThat(log.getAll()).containsOnlyOnce("does not offer the freight tools");
  }

  @Test
  void mcpServerOffersToolsOnRequestAndLogsIt(CapturedOutput log) {
    try (ConfigurableApplicationContext application =
            run("STREAMABLE", "--freight.tools.expose-over-mcp=true");
        McpSyncClient client = client(application)) {
      List<Tool> tools = client.listTools().tools();
      assertThat(tools).hasSize(6).extracting(Tool::name).contains("weather");
      assertThat(tools)
          .filteredOn(tool -> tool.name().equals("confirm_delivery"))
          .allMatch(tool -> tool.annotations().destructiveHint());
      CallToolResult refused =
          client.callTool(
              CallToolRequest.builder("get_load_position")
                  .arguments(Map.of("loadNumber", "LD-2026-0001"))
                  .build());
      assertThat(refused.isError()).isTrue();
      assertThat(tools)
          .filteredOn(tool -> tool.name().equals("create_load"))
          .allMatch(
              tool ->
                  tool.description()
                      .contains("0.65 USD of the prepaid balance, unless get_budget"));
    }
    assertThat(log.getAll())
        .containsOnlyOnce("all its clients together may spend 1.00 USD a day")
        .doesNotContain("does not offer the freight tools");
  }

  @Test
  void statelessServerOffersToolsOnRequest(CapturedOutput log) {
    for (String request : List.of("false", "true")) {
      try (ConfigurableApplicationContext application =
              run("STATELESS", "--freight.tools.expose-over-mcp=" + request);
          McpSyncClient client = client(application)) {
        List<Tool> tools = client.listTools().tools();
        assertThat(tools).hasSize(request.equals("true") ? 6 : 1);
        assertThat(tools)
            .filteredOn(tool -> tool.name().equals("create_load"))
            .allMatch(
                tool ->
                    tool.description()
                        .contains("0.65 USD of the prepaid balance, unless get_budget"));
      }
    }
    assertThat(log.getAll()).containsOnlyOnce("all its clients together may spend 1.00 USD a day");
  }
}
