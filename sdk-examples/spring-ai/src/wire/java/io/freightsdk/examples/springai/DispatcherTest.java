package io.freightsdk.examples.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.springai.SpringAiTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;

class DispatcherTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("10.00");
  private final ScriptedModel model = new ScriptedModel();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aLoadIsCreatedAndItsNumberReachesTheModel() {
    model.calls("create_load", Conversation.load("PO-1"));

    String answer = converse(b -> b.unlimited());

    assertThat(answer).isEqualTo("Done.");
    assertThat(text(0)).contains("\"loadNumber\":\"LD-", "\"chargedUsd\":\"0.65\"");
  }

  @Test
  void twentyConversationsAtOnceUnderACapForTwoMakeExactlyTwoLoads() throws Exception {
    List<ScriptedModel> models = new ArrayList<>();
    List<Callable<String>> conversations = new ArrayList<>();
    try (FreightClient client = client(broker)) {
      List<AgentTool> tools =
          FreightTools.builder(client).limits(SpendLimits.builder().total("1.30").build()).build();
      for (int i = 0; i < 20; i++) {
        String conversation = "run-" + i;
        ScriptedModel each = new ScriptedModel().calls("create_load", Conversation.load("PO-" + i));
        models.add(each);
        conversations.add(() -> new Dispatcher(each, tools).ask(conversation, "Go."));
      }
      runAtOnce(conversations);
    }

    List<String> results = models.stream().map(each -> each.seen().get(0).responseData()).toList();
    assertThat(results).filteredOn(result -> result.contains("\"created\":true")).hasSize(2);
    assertThat(results).filteredOn(result -> result.contains("SPEND_LIMIT")).hasSize(18);
    assertThat(broker.debits()).hasSize(2);
  }

  @Test
  void anEmptyBalanceStopsAModelThatRepeats() {
    Broker poor = server.createBroker("0.40");
    for (int i = 0; i < 10; i++) model.calls("create_load", Conversation.load("PO-1"));

    converse(poor, b -> b.unlimited());

    assertThat(model.seen())
        .hasSize(10)
        .allSatisfy(result -> assertThat(result.responseData()).contains("INSUFFICIENT_FUNDS"));
    assertThat(sent(Operation.CREATE_LOAD)).isEqualTo(1);
    assertThat(poor.debits()).isEmpty();
  }

  @Test
  void aTopUpBetweenTwoTurnsLetsTheSameCallPass() {
    Broker poor = server.createBroker("0.40");
    try (FreightClient client = client(poor)) {
      Dispatcher dispatcher =
          new Dispatcher(model, FreightTools.builder(client).unlimited().build());
      model.calls("create_load", Conversation.load("PO-1"));
      dispatcher.ask("run-1", "Send PO-1.");
      poor.credit("5.00");
      model.calls("get_balance", "{}").calls("create_load", Conversation.load("PO-1"));
      dispatcher.ask("run-1", "I have topped up.");
    }

    assertThat(text(0)).contains("INSUFFICIENT_FUNDS");
    assertThat(text(1)).contains("\"balanceUsd\":\"5.40\"", "\"paidToolsStopped\":false");
    assertThat(text(2)).contains("\"created\":true");
  }

  @Test
  void aRefusedApprovalIsAnAnswerNotAnException() {
    model.calls("create_load", Conversation.load("PO-1"));

    String answer = converse(b -> b.unlimited().approver(request -> false));

    assertThat(answer).isEqualTo("Done.");
    assertThat(text(0)).contains("APPROVAL_DENIED", "Nothing was charged.");
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void theContextOfARequestBringsItsOwnApprover() {
    model.calls("create_load", Conversation.load("PO-1"));
    ToolCall caller = ToolCall.in("run-1").withApprover(request -> false);

    try (FreightClient client = client(broker)) {
      new Dispatcher(model, FreightTools.builder(client).unlimited().build()).ask(caller, "Go.");
    }

    assertThat(text(0)).contains("APPROVAL_DENIED");
  }

  @Test
  void badArgumentsAndUnknownToolsAreAnsweredInTheConversation() {
    model
        .calls("create_load", "{\"driverPhone\":\"+13125550142\"")
        .calls("create_load", "{}")
        .calls("set_status", "{\"status\":\"DELIVERED\"}")
        .calls("get_pricing", "");

    assertThatCode(() -> converse(b -> b.unlimited())).doesNotThrowAnyException();

    assertThat(text(0)).contains("INVALID_ARGUMENTS", "not valid JSON").doesNotContain("312");
    assertThat(text(1)).contains("customerRef: required");
    assertThat(text(2)).contains("UNKNOWN_TOOL", "Use one of create_load");
    assertThat(text(3)).contains("\"load_create\":\"0.65\"");
  }

  @Test
  void aConversationIsTheScopeUnlessTheCallHasOneAndNobodyHasNone() {
    try (FreightClient client = client(broker)) {
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
    try (FreightClient client = client(broker)) {
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

  private static void runAtOnce(List<Callable<String>> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      for (var result : threads.invokeAll(work, 60, TimeUnit.SECONDS)) result.get();
    } finally {
      threads.shutdownNow();
    }
  }

  private String converse(UnaryOperator<FreightTools.Builder> setUp) {
    return converse(broker, setUp);
  }

  private String converse(Broker payer, UnaryOperator<FreightTools.Builder> setUp) {
    try (FreightClient client = client(payer)) {
      List<AgentTool> tools = setUp.apply(FreightTools.builder(client)).build();
      return new Dispatcher(model, tools).ask("run-1", "Go.");
    }
  }

  private FreightClient client(Broker payer) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(payer.agentKey())
        .spendGuard(SpendLedger.inMemory().guard())
        .retryPolicy(RetryPolicy.none())
        .build();
  }

  private String text(int result) {
    return model.seen().get(result).responseData();
  }

  private long sent(Operation operation) {
    return server.journal().matching(request -> request.operation() == operation).size();
  }
}
