package io.freightsdk.agent.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AdapterContract;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;

/** The tools in a chat client whose model follows a script. */
class SpringAiToolsIT extends AdapterContract {
  private static final SpendLimit PLENTY = SpendLimit.perDay("100.00");

  @Override
  protected List<String> converse(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) {
    SpringAiScriptedModel model = new SpringAiScriptedModel(script);
    ToolCallingAdvisor calling =
        ToolCallingAdvisor.builder()
            .toolCallingManager(SpringAiTools.toolCallingManager(tools))
            .build();
    ChatClient.builder(model)
        .defaultTools(SpringAiTools.of(tools))
        .defaultAdvisors(calling)
        .build()
        .prompt("Go.")
        .toolContext(Map.of(SpringAiTools.CONTEXT_KEY, caller))
        .call()
        .content();
    return model.results();
  }

  @Test
  void conversationIsTheScopeOfACallWithoutOne() {
    try (FreightClient client = client(RetryPolicy.none())) {
      SpendLimit one = SpendLimit.total("0.65");
      ToolCallback create =
          SpringAiTools.of(
                  FreightTools.builder(client, ledger)
                      .sharedLimits(PLENTY)
                      .limitsPerScope(one)
                      .build())
              .get(0);
      List<Map<String, Object>> contexts =
          List.of(
              Map.of(),
              Map.of(ChatMemory.CONVERSATION_ID, "chat-7"),
              Map.of(
                  ChatMemory.CONVERSATION_ID,
                  "chat-7",
                  SpringAiTools.CONTEXT_KEY,
                  ToolCallContext.ofScope("al")));
      int order = 0;
      for (Map<String, Object> context : contexts) {
        ToolContext caller = new ToolContext(context);
        assertThat(create.call(load(++order), caller)).contains("LD-");
        assertThat(create.call(load(++order), caller)).contains("SPEND_LIMIT");
      }
      assertThat(create.call(load(7))).contains("SPEND_LIMIT");
    }
    assertThat(broker.debits()).hasSize(3);
  }

  @Test
  void supplierNamesTheCallerUnlessTheContextDoes() {
    try (FreightClient client = client(RetryPolicy.none())) {
      SpendLimit one = SpendLimit.total("0.65");
      List<AgentTool> tools =
          FreightTools.builder(client, ledger).sharedLimits(PLENTY).limitsPerScope(one).build();
      AtomicReference<String> user = new AtomicReference<>("ada");
      ToolCallback create =
          SpringAiTools.of(tools, () -> ToolCallContext.ofScope(user.get())).get(0);

      assertThat(create.call(load(1))).contains("LD-");
      assertThat(create.call(load(2), new ToolContext(Map.of()))).contains("SPEND_LIMIT");
      ToolContext ben =
          new ToolContext(Map.of(SpringAiTools.CONTEXT_KEY, ToolCallContext.ofScope("ben")));
      assertThat(create.call(load(3), ben)).contains("LD-");
      user.set("cay");
      assertThat(create.call(load(4))).contains("LD-");
    }
    assertThat(broker.debits()).hasSize(3);
  }

  @Test
  void missingLoginReturnsAnError() {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools = FreightTools.of(client, ledger, PLENTY);
      String user = null;
      List<Supplier<ToolCallContext>> unknown =
          List.of(() -> ToolCallContext.ofScope(user), () -> null);

      for (Supplier<ToolCallContext> caller : unknown) {
        ToolCallback create = SpringAiTools.of(tools, caller).get(0);
        assertThat(create.call(load(1))).contains("NOT_LOGGED_IN", "Nobody is logged in");
        ToolContext context = new ToolContext(Map.of(ChatMemory.CONVERSATION_ID, "chat-7"));
        assertThat(create.call(load(1), context)).contains("NOT_LOGGED_IN");
      }
    }
    assertThat(broker.debits()).isEmpty();
  }

  /**
   * Spring AI throws for it, which ended the conversation after a load of the same turn was paid.
   */
  @Test
  void blankToolNameReturnsAnError() {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools = FreightTools.of(client, ledger, PLENTY);

      List<String> results =
          converse(
              tools, ToolCallContext.ofScope("al"), List.of(create("PO-1"), new Step(" ", "{}")));

      assertThat(results.get(0)).contains("\"created\":true");
      assertThat(results.get(1)).contains("UNKNOWN_TOOL", "Use one of create_load");
    }
  }

  private static String load(int order) {
    return create("PO-" + order).arguments();
  }

  @Test
  void definitionHasTheSchemaUnchanged() {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools = FreightTools.of(client, ledger, PLENTY);
      ToolCallback callback = SpringAiTools.of(tools).get(0);

      assertThat(callback.getToolDefinition().inputSchema()).isEqualTo(tools.get(0).inputSchema());
      assertThat(callback.call("{}")).contains("INVALID_ARGUMENTS");
    }
  }
}
