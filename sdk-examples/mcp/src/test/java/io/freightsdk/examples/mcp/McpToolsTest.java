package io.freightsdk.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimits;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a host sees over streamable HTTP, through the SDK's own client. */
class McpToolsTest {
  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("10.00");
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) open.get(i).close();
    service.close();
  }

  @Test
  void toolsAreListedWithTitlesSchemasAndAnnotations() throws Exception {
    List<Tool> tools = host(broker, b -> b.unlimited()).listTools().tools();

    assertThat(tools)
        .extracting(Tool::name)
        .containsExactly(
            "create_load", "get_load_position", "confirm_delivery", "get_pricing", "get_balance");
    Tool create = tools.get(0);
    assertThat(create.title()).isEqualTo("Create a tracked load");
    assertThat(create.description()).contains("Costs 0.65 USD");
    assertThat(create.inputSchema()).containsEntry("additionalProperties", false);
    assertThat(create.outputSchema()).containsKey("properties");
    assertThat(create.annotations().readOnlyHint()).isFalse();
    assertThat(create.annotations().openWorldHint()).isTrue();
    assertThat(tools.get(2).annotations().destructiveHint()).isTrue();
    assertThat(tools.get(3).annotations().readOnlyHint()).isTrue();
  }

  @Test
  void aResultIsStructuredAndFitsItsSchema() throws Exception {
    // The client of the SDK checks structured content against the listed output schema.
    McpSyncClient host = host(broker, b -> b.unlimited());
    host.listTools();

    CallToolResult created = call(host, "create_load", Conversation.load("PO-1"));
    CallToolResult position = call(host, "get_load_position", Map.of("loadNumber", "LD-2026-0001"));

    assertThat(created.isError()).isFalse();
    assertThat(created.structuredContent())
        .asString()
        .contains("loadNumber=LD-2026-0001", "chargedUsd=0.65");
    assertThat(text(created)).startsWith("{\"loadNumber\":\"LD-2026-0001\"");
    assertThat(position.structuredContent()).asString().contains("status=PLANNED");
    assertThat(call(host, "get_pricing", Map.of()).structuredContent())
        .asString()
        .contains("load_create=0.65");
    assertThat(call(host, "get_balance", Map.of()).structuredContent())
        .asString()
        .contains("balanceUsd=9.33");
  }

  @Test
  void twentyCallsAtOnceUnderACapForTwoMakeExactlyTwoLoads() throws Exception {
    McpSyncClient host = host(broker, b -> b.limits(SpendLimits.builder().total("1.30").build()));
    List<Callable<CallToolResult>> work = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Map<String, Object> load = Conversation.load("PO-" + i);
      work.add(() -> call(host, "create_load", load));
    }

    List<CallToolResult> results = runAtOnce(work);

    assertThat(results).filteredOn(result -> !result.isError()).hasSize(2);
    assertThat(results)
        .filteredOn(CallToolResult::isError)
        .allSatisfy(result -> assertThat(text(result)).contains("SPEND_LIMIT"));
    assertThat(broker.debits()).hasSize(2);
  }

  @Test
  void anEmptyBalanceStopsTheToolsUntilTheTopUp() throws Exception {
    Broker poor = service.createBroker("0.40");
    McpSyncClient host = host(poor, b -> b.unlimited());

    for (int i = 0; i < 10; i++) {
      assertThat(text(call(host, "create_load", Conversation.load("PO-1"))))
          .contains("INSUFFICIENT_FUNDS");
    }
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
    poor.credit("5.00");

    assertThat(call(host, "create_load", Conversation.load("PO-1")).isError()).isFalse();
  }

  @Test
  void thePersonAtTheHostIsAskedAndMayRefuse() throws Exception {
    List<String> questions = new ArrayList<>();
    McpSyncClient refusing =
        asking(
            question -> {
              questions.add(question);
              return ElicitResult.Action.DECLINE;
            });
    McpSyncClient accepting = asking(question -> ElicitResult.Action.ACCEPT);

    CallToolResult refused = call(refusing, "create_load", Conversation.load("PO-1"));
    CallToolResult accepted = call(accepting, "create_load", Conversation.load("PO-2"));

    assertThat(text(refused)).contains("APPROVAL_DENIED");
    assertThat(questions)
        .containsExactly(
            "Create a load from Corbin KY to Dallas TX (2 stops) for PO-1 and text its driver at"
                + " ***0142? It costs 0.65 USD.");
    assertThat(accepted.isError()).isFalse();
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aHostThatCannotAskRefuses() throws Exception {
    McpSyncClient host = initialized(serve(broker, b -> b.unlimited().approvalAbove("0.10"), true));

    assertThat(text(call(host, "create_load", Conversation.load("PO-1"))))
        .contains("APPROVAL_DENIED");
  }

  @Test
  void badArgumentsAreAnErrorResultWithoutThePhone() throws Exception {
    McpSyncClient host = host(broker, b -> b.unlimited());
    Map<String, Object> load = new HashMap<>(Conversation.load("PO-1"));
    load.put("driverPhone", "3125550142");
    load.put("status", "DELIVERED");

    CallToolResult result = call(host, "create_load", load);

    assertThat(result.isError()).isTrue();
    assertThat(text(result))
        .contains("INVALID_ARGUMENTS", "driverPhone: expected", "unknown property \\\"status\\\"")
        .doesNotContain("3125550142");
  }

  @Test
  void anUnknownToolIsAProtocolErrorWithoutATrace() throws Exception {
    McpSyncClient host = host(broker, b -> b.unlimited());

    assertThatThrownBy(() -> call(host, "set_status", Map.of()))
        .isInstanceOf(McpError.class)
        .hasMessageContaining("Unknown tool")
        .hasMessageNotContaining("\tat ");
  }

  @Test
  void theExampleRuns() {
    assertThatCode(() -> Conversation.main(new String[0])).doesNotThrowAnyException();
  }

  private McpSyncClient asking(java.util.function.Function<String, ElicitResult.Action> person)
      throws Exception {
    String url = serve(broker, b -> b.unlimited().approvalAbove("0.10"), true);
    McpSyncClient host =
        McpClient.sync(HttpClientStreamableHttpTransport.builder(url).build())
            .elicitation(request -> ElicitResult.builder(person.apply(request.message())).build())
            .build();
    open.add(host);
    host.initialize();
    return host;
  }

  private McpSyncClient host(Broker payer, UnaryOperator<FreightTools.Builder> setUp)
      throws Exception {
    return initialized(serve(payer, setUp, false));
  }

  private McpSyncClient initialized(String url) {
    McpSyncClient host = Conversation.host(url);
    open.add(host);
    host.initialize();
    return host;
  }

  private String serve(Broker payer, UnaryOperator<FreightTools.Builder> setUp, boolean askUser)
      throws Exception {
    FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(payer.agentKey())
            .retryPolicy(RetryPolicy.none())
            .build();
    open.add(client);
    FreightTools.Builder tools = setUp.apply(FreightTools.builder(client));
    LoopbackHttp http = LoopbackHttp.start(new FreightMcpServer(tools.build(), askUser), 0);
    open.add(http);
    return http.url();
  }

  private static CallToolResult call(McpSyncClient host, String tool, Map<String, Object> with) {
    return host.callTool(CallToolRequest.builder(tool).arguments(with).build());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }

  private static <T> List<T> runAtOnce(List<Callable<T>> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(work, 60, TimeUnit.SECONDS)) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private long sent(Operation operation) {
    return service.journal().matching(request -> request.operation() == operation).size();
  }
}
