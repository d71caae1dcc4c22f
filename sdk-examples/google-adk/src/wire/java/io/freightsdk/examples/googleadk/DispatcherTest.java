package io.freightsdk.examples.googleadk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.adk.events.Event;
import com.google.adk.events.ToolConfirmation;
import com.google.adk.flows.llmflows.Functions;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approval;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.googleadk.GoogleAdkTools;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("10.00");
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(server.baseUrl())
          .agentKey(broker.agentKey())
          .spendGuard(SpendLedger.inMemory().guard())
          .retryPolicy(RetryPolicy.none())
          .build();
  private final ScriptedModel model = new ScriptedModel();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void aLoadIsCreatedAndItsNumberReachesTheModel() {
    model.calls("create_load", Conversation.load("PO-1"));

    List<Event> events =
        new Dispatcher(model, GoogleAdkTools.of(unlimited())).ask("run-1", "Send PO-1.");

    assertThat(events.get(events.size() - 1).stringifyContent()).isEqualTo("Done.");
    assertThat(model.seen().get(0)).contains("\"loadNumber\":\"LD-", "\"chargedUsd\":\"0.65\"");
  }

  @Test
  void aConversationIsTheScopeOfItsSpending() {
    List<AgentTool> tools =
        FreightTools.builder(client)
            .unlimited()
            .limitsPerScope(SpendLimits.builder().total("1.00").build())
            .build();
    model.calls("create_load", Conversation.load("PO-1"));
    model.calls("create_load", Conversation.load("PO-2"));
    ScriptedModel other = new ScriptedModel().calls("create_load", Conversation.load("PO-3"));

    new Dispatcher(model, GoogleAdkTools.of(tools)).ask("run-1", "Send PO-1 and PO-2.");
    new Dispatcher(other, GoogleAdkTools.of(tools)).ask("run-2", "Send PO-3.");

    assertThat(model.seen().get(0)).contains("\"created\":true");
    assertThat(model.seen().get(1)).contains("SPEND_LIMIT");
    assertThat(other.seen().get(0)).contains("\"created\":true");
  }

  @Test
  void twentyConversationsAtOnceUnderACapForTwoMakeExactlyTwoLoads() throws Exception {
    List<AgentTool> tools =
        FreightTools.builder(client).limits(SpendLimits.builder().total("1.30").build()).build();
    List<ScriptedModel> models = new ArrayList<>();
    List<Callable<List<Event>>> conversations = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String conversation = "run-" + i;
      ScriptedModel each = new ScriptedModel().calls("create_load", Conversation.load("PO-" + i));
      Dispatcher dispatcher = new Dispatcher(each, GoogleAdkTools.of(tools));
      models.add(each);
      conversations.add(() -> dispatcher.ask(conversation, "Go."));
    }

    ExecutorService threads = Executors.newFixedThreadPool(20);
    try {
      for (var run : threads.invokeAll(conversations, 60, TimeUnit.SECONDS)) run.get();
    } finally {
      threads.shutdownNow();
    }

    List<String> results = models.stream().map(each -> each.seen().get(0)).toList();
    assertThat(results).filteredOn(result -> result.contains("\"created\":true")).hasSize(2);
    assertThat(results).filteredOn(result -> result.contains("SPEND_LIMIT")).hasSize(18);
    assertThat(broker.debits()).hasSize(2);
  }

  @Test
  void aPersonWhoAgreesToTheConfirmationLetsTheSameCallPass() {
    Dispatcher dispatcher = confirming();
    FunctionCall question = question(dispatcher.ask("run-1", "Send PO-1."));
    assertThat(asked(question).hint()).contains("Corbin", "for 0.65 USD");
    assertThat(broker.debits()).isEmpty();

    dispatcher.tell("run-1", answer(question, true));

    assertThat(model.seen()).anySatisfy(result -> assertThat(result).contains("\"created\":true"));
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aConfirmationWithoutItsTokenLetsNothingPass() {
    model.calls("create_load", Conversation.load("PO-1"));
    Dispatcher dispatcher =
        new Dispatcher(model, GoogleAdkTools.of(unlimited(), GoogleAdkTools::confirmed));
    FunctionCall question = question(dispatcher.ask("run-1", "Send PO-1."));

    dispatcher.tell("run-1", answer(question, Map.of("confirmed", true)));

    assertThat(model.seen()).anySatisfy(result -> assertThat(result).contains("APPROVAL_REQUIRED"));
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void aPersonWhoRefusesTheConfirmationIsAnAnswer() {
    Dispatcher dispatcher = confirming();
    FunctionCall question = question(dispatcher.ask("run-1", "Send PO-1."));

    dispatcher.tell("run-1", answer(question, false));

    assertThat(model.seen()).anySatisfy(result -> assertThat(result).contains("APPROVAL_DENIED"));
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void anApproverOfTheHostIsAskedToo() {
    model.calls("create_load", Conversation.load("PO-1"));
    ToolCall denying = ToolCall.in("run-1").withApprover(request -> Approval.DENIED);

    new Dispatcher(model, GoogleAdkTools.of(unlimited(), context -> denying)).ask("run-1", "Go.");

    assertThat(model.seen().get(0)).contains("APPROVAL_DENIED");
  }

  @Test
  void badArgumentsAndUnknownToolsAreAnsweredInTheConversation() {
    model
        .calls("create_load", Map.of())
        .calls("set_status", Map.of("status", "DELIVERED"))
        .calls("get_pricing", Map.of());

    List<Event> events = new Dispatcher(model, GoogleAdkTools.of(unlimited())).ask("run-1", "Go.");

    assertThat(model.seen().get(0)).contains("customerRef: required");
    assertThat(model.seen().get(1))
        .contains("UNKNOWN_TOOL", "set_status", "Use one of create_load");
    assertThat(model.seen().get(2)).contains("\"load_create\":\"0.65\"");
    assertThat(events.get(events.size() - 1).stringifyContent()).isEqualTo("Done.");
  }

  @Test
  void theDeclarationCarriesTheSchemaAsItIs() {
    AgentTool tool = unlimited().get(0);

    var declaration = GoogleAdkTools.of(unlimited()).get(0).declaration().orElseThrow();

    assertThat(declaration.name()).hasValue(tool.name());
    assertThat(declaration.parametersJsonSchema()).hasValue(tool.inputSchemaMap());
  }

  @Test
  void theExampleRuns() {
    assertThatCode(() -> Conversation.main(new String[0])).doesNotThrowAnyException();
  }

  private List<AgentTool> unlimited() {
    return FreightTools.builder(client).unlimited().build();
  }

  private Dispatcher confirming() {
    List<AgentTool> tools = FreightTools.builder(client).unlimited().approvalAbove("0.50").build();
    model.calls("create_load", Conversation.load("PO-1"));
    return new Dispatcher(model, GoogleAdkTools.of(tools, GoogleAdkTools::confirmed));
  }

  private static FunctionCall question(List<Event> events) {
    return events.stream()
        .flatMap(event -> event.functionCalls().stream())
        .filter(
            call ->
                call.name().orElse("").equals(Functions.REQUEST_CONFIRMATION_FUNCTION_CALL_NAME))
        .findFirst()
        .orElseThrow();
  }

  private static ToolConfirmation asked(FunctionCall question) {
    return (ToolConfirmation) question.args().orElseThrow().get("toolConfirmation");
  }

  private static Part answer(FunctionCall question, boolean confirmed) {
    ToolConfirmation asked = asked(question);
    return answer(
        question, Map.of("hint", asked.hint(), "payload", asked.payload(), "confirmed", confirmed));
  }

  private static Part answer(FunctionCall question, Map<String, Object> response) {
    return Part.builder()
        .functionResponse(
            FunctionResponse.builder()
                .id(question.id().orElseThrow())
                .name(Functions.REQUEST_CONFIRMATION_FUNCTION_CALL_NAME)
                .response(response)
                .build())
        .build();
  }
}
