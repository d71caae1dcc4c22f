package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class FreightSpringAiAutoConfigurationIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("10.00");
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightToolsAutoConfiguration.class,
                  FreightSpringAiAutoConfiguration.class,
                  ToolCallingAutoConfiguration.class))
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey());
  private final ApplicationContextRunner withTools =
      application.withPropertyValues("freight.tools.limit-per-day=1.00");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void springAiFindsToolsByNameAndTheirLimitHolds() {
    withTools.run(
        context -> {
          ToolCallback create = context.getBean(ToolCallbackResolver.class).resolve("create_load");
          assertThat(create).isNotNull();
          assertThat(create.call(load("PO-1"))).contains("\"created\":true");
          assertThat(create.call(load("PO-2"))).contains("SPEND_LIMIT");
          assertThat(broker.debits()).hasSize(1);
        });
  }

  @Test
  void providerReturnsEveryTool() {
    withTools.run(
        context ->
            assertThat(context.getBean("freightToolCallbacks", ToolCallbackProvider.class))
                .satisfies(
                    provider ->
                        assertThat(Arrays.asList(provider.getToolCallbacks()))
                            .extracting(tool -> tool.getToolDefinition().name())
                            .contains("create_load", "get_load_position", "get_budget")));
  }

  @Test
  void providerNeedsToolsAndNoProviderOfTheApplication() {
    application.run(context -> assertThat(context).doesNotHaveBean("freightToolCallbacks"));
    ToolCallbackProvider own = () -> new ToolCallback[0];
    withTools
        .withBean("freightToolCallbacks", ToolCallbackProvider.class, () -> own)
        .run(
            context ->
                assertThat(context.getBeansOfType(ToolCallbackProvider.class))
                    .isEqualTo(Map.of("freightToolCallbacks", own)));
  }

  /** {@code ToolsOverMcpIT} has applications with an MCP server. */
  @Test
  void chatWithoutAnMcpServerFindsCallbacksByType() {
    for (String request : List.of("false", "true")) {
      withTools
          .withPropertyValues("freight.tools.expose-over-mcp=" + request)
          .withClassLoader(new FilteredClassLoader("io.modelcontextprotocol"))
          .withBean(Chat.class)
          .run(
              context -> {
                assertThat(context.getBean(Chat.class).tools().getToolCallbacks()).hasSize(5);
                assertThat(context).doesNotHaveBean("freightMcpTools");
              });
    }
  }

  /** As an application injects them. */
  record Chat(ToolCallbackProvider tools) {}

  @Test
  void toolsExistWithoutSpringAi() {
    withTools
        .withClassLoader(new FilteredClassLoader("org.springframework.ai"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasBean("freightTools")
                    .doesNotHaveBean("freightToolCallbacks"));
  }

  /** Each order has a driver of its own: the same load would be treated as the same order. */
  private static String load(String customerRef) {
    int order = Integer.parseInt(customerRef.replaceAll("[^0-9]", ""));
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone":"+1312555%04d","customerRef":"%s",
         "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
         "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""",
        140 + order,
        customerRef);
  }
}
