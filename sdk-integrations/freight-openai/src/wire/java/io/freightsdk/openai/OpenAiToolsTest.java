package io.freightsdk.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.core.ObjectMappers;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Conversations over HTTP on both sides, with a script in place of the model. */
class OpenAiToolsTest {
  private static final String LOAD =
      """
      {"driverPhone":"+13125550142","customerRef":"PO-1","rate":1850.50,
       "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
       "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""";
  private static final List<Map.Entry<String, String>> SCRIPT =
      List.of(
          Map.entry("create_load", LOAD),
          Map.entry("create_load", LOAD.replace("PO-1", "PO-2").replace("0142", "0143")),
          Map.entry("set_status", "{}"),
          Map.entry("create_load", "{"));

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("10.00");
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(service.baseUrl())
          .agentKey(broker.agentKey())
          .spendGuard(SpendLedger.inMemory().guard())
          .build();
  private final List<AgentTool> tools =
      FreightTools.builder(client)
          .unlimited()
          .limitsPerScope(SpendLimits.builder().total("1.00").build())
          .build();
  private final ScriptedOpenAi model = new ScriptedOpenAi(SCRIPT);
  private final List<JsonNode> requests = model.requests();

  @AfterEach
  void close() {
    model.close();
    client.close();
    service.close();
  }

  @Test
  void aConversationOfTheResponsesApiIsAnsweredUnderItsScopeAndLimit() throws Exception {
    new Dispatcher(model.client(), tools).ask(ToolCall.in("chat-1"), "Send both.");

    JsonNode described = requests.get(0).get("tools").get(0);
    assertThat(described.get("type").asText()).isEqualTo("function");
    assertThat(described.get("strict").asBoolean()).isFalse();
    requireSchema(described.get("parameters"));
    List<JsonNode> answers = model.responsesSeen();
    assertThat(answers)
        .extracting(one -> one.get("type").asText())
        .containsOnly("function_call_output");
    requireAnswers(
        answers.stream()
            .map(one -> one.get("call_id").asText() + one.get("output").asText())
            .toList());
    assertThat(requests.get(2).get("previous_response_id").asText()).isEqualTo("resp_2");
  }

  @Test
  void aConversationOfChatCompletionsIsAnsweredAlike() throws Exception {
    new Dispatcher(model.client(), tools).chat(ToolCall.in("chat-1"), "Send both.");

    requireSchema(requests.get(0).get("tools").get(0).get("function").get("parameters"));
    requireAnswers(
        model.completionsSeen().stream()
            .map(one -> one.get("tool_call_id").asText() + one.get("content").asText())
            .toList());
  }

  @Test
  void aRefusedApprovalIsAnAnswerNotAnException() {
    ToolCall asking = ToolCall.in("chat-1").withApprover(request -> false);

    new Dispatcher(model.client(), tools).ask(asking, "Go.");

    assertThat(requests.get(1).toString()).contains("APPROVAL_DENIED");
    assertThat(broker.debits()).isEmpty();
  }

  private void requireAnswers(List<String> answers) {
    assertThat(answers).hasSize(SCRIPT.size());
    assertThat(answers.get(0)).startsWith("call_1{").contains("\"chargedUsd\":\"0.65\"");
    assertThat(answers.get(1)).startsWith("call_2{").contains("SPEND_LIMIT");
    assertThat(answers.get(2)).contains("UNKNOWN_TOOL", "Use one of create_load");
    assertThat(answers.get(3)).contains("INVALID_ARGUMENTS", "not valid JSON");
    assertThat(broker.debits()).hasSize(1);
  }

  private void requireSchema(JsonNode sent) throws IOException {
    JsonNode schema = ObjectMappers.jsonMapper().readTree(tools.get(0).inputSchema());
    assertThat(schema.equals(OpenAiToolsTest::compared, sent)).as(sent.toString()).isTrue();
  }

  /** Values as they are, numbers by their value: Jackson writes 90 as 90.0 from a double. */
  private static int compared(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }
}
