package io.freightsdk.examples.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.springai.SpringAiTools;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;

class DispatcherIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("10.00");
  private final ScriptedModel model = new ScriptedModel();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void badArgumentsAndUnknownToolsAreAnsweredInTheConversation() {
    model
        .calls("create_load", "{\"driverPhone\":\"+13125550142\"")
        .calls("create_load", "{}")
        .calls("set_status", "{\"status\":\"DELIVERED\"}")
        .calls("get_pricing", "");

    assertThatCode(this::converse).doesNotThrowAnyException();

    assertThat(text(0)).contains("INVALID_ARGUMENTS", "not valid JSON").doesNotContain("312");
    assertThat(text(1)).contains("customerRef: required");
    assertThat(text(2)).contains("UNKNOWN_TOOL", "Use one of create_load");
    assertThat(text(3)).contains("\"load_create\":\"0.65\"");
  }

  @Test
  void aConversationIsTheScopeUnlessTheCallHasOneAndNobodyHasNone() {
    try (FreightClient client = client()) {
      SpendLimits one = SpendLimits.builder().total("0.65").build();
      ToolCallback create =
          SpringAiTools.of(FreightTools.builder(client).unlimited().limitsPerScope(one).build())
              .get(0);
      List<Map<String, Object>> contexts =
          List.of(
              Map.of(),
              Map.of(ChatMemory.CONVERSATION_ID, "chat-7"),
              Map.of(ChatMemory.CONVERSATION_ID, "chat-7", SpringAiTools.CALL, ToolCall.in("al")));
      int order = 0;
      for (Map<String, Object> context : contexts) {
        ToolContext caller = new ToolContext(context);
        assertThat(create.call(Conversation.load("PO-" + ++order), caller)).contains("LD-");
        assertThat(create.call(Conversation.load("PO-" + ++order), caller)).contains("SPEND_LIMIT");
      }
      assertThat(create.call(Conversation.load("PO-7"))).contains("SPEND_LIMIT");
    }
    assertThat(broker.debits()).hasSize(3);
  }

  @Test
  void theDefinitionCarriesTheSchemaAsItIs() {
    try (FreightClient client = client()) {
      List<AgentTool> tools = FreightTools.builder(client).unlimited().build();
      ToolCallback callback = SpringAiTools.of(tools).get(0);

      assertThat(callback.getToolDefinition().inputSchema()).isEqualTo(tools.get(0).inputSchema());
      assertThat(callback.call("{}")).contains("INVALID_ARGUMENTS");
    }
  }

  @Test
  void theExampleRuns() {
    assertThatCode(() -> Conversation.main(new String[0])).doesNotThrowAnyException();
  }

  private void converse() {
    try (FreightClient client = client()) {
      List<AgentTool> tools = FreightTools.builder(client).unlimited().build();
      new Dispatcher(model, tools).ask("run-1", "Go.");
    }
  }

  private FreightClient client() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .spendGuard(SpendLedger.inMemory().guard())
        .retryPolicy(RetryPolicy.none())
        .build();
  }

  private String text(int result) {
    return model.seen().get(result).responseData();
  }
}
