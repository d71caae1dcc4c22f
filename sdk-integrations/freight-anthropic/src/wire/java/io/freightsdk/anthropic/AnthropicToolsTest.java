package io.freightsdk.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.core.ObjectMappers;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.databind.JsonNode;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests and answers as Anthropic's own classes write and read them. */
class AnthropicToolsTest {
  private static final String LOAD =
      """
      {"driverPhone":"+13125550142","customerRef":"PO-1","rate":1850.50,
       "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
       "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""";

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("10.00");
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(service.baseUrl())
          .agentKey(broker.agentKey())
          .spendGuard(SpendLedger.inMemory().guard())
          .build();
  private final List<AgentTool> tools =
      FreightTools.builder(client).limits(SpendLimits.builder().total("1.00").build()).build();

  @AfterEach
  void close() {
    client.close();
    service.close();
  }

  @Test
  void theRequestCarriesTheSchemaAsItIs() throws Exception {
    MessageCreateParams params =
        MessageCreateParams.builder()
            .model("claude")
            .maxTokens(100)
            .addUserMessage("Go.")
            .tools(AnthropicTools.of(tools))
            .build();

    JsonNode sent = ObjectMappers.jsonMapper().valueToTree(params._body());

    for (int i = 0; i < tools.size(); i++) {
      JsonNode described = sent.get("tools").get(i);
      assertThat(described.get("name").asText()).isEqualTo(tools.get(i).name());
      JsonNode schema = ObjectMappers.jsonMapper().readTree(tools.get(i).inputSchema());
      assertThat(schema.equals(AnthropicToolsTest::compared, described.get("input_schema")))
          .as(tools.get(i).name())
          .isTrue();
    }
  }

  /** Values as they are, numbers by their value: Jackson writes 90 as 90.0 from a double. */
  private static int compared(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }

  @Test
  void aToolUseIsAnsweredUnderItsScopeAndLimit() throws Exception {
    ToolResultBlockParam made = answer("create_load", LOAD, ToolCall.in("chat-1"));
    ToolResultBlockParam again =
        answer(
            "create_load",
            LOAD.replace("PO-1", "PO-2").replace("0142", "0143"),
            ToolCall.in("chat-1"));

    assertThat(made.isError()).hasValue(false);
    assertThat(made.toolUseId()).isEqualTo("toolu_1");
    assertThat(text(made)).contains("\"chargedUsd\":\"0.65\"");
    assertThat(again.isError()).hasValue(true);
    assertThat(text(again)).contains("SPEND_LIMIT");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aPersonAndAnUnknownToolAreAnsweredToo() throws Exception {
    ToolCall asking = ToolCall.anonymous().withApprover(request -> false);

    assertThat(text(answer("create_load", LOAD, asking))).contains("APPROVAL_DENIED");
    assertThat(text(answer("set_status", "{}", asking)))
        .contains("UNKNOWN_TOOL")
        .contains("Use one of create_load");
    assertThat(text(answer("create_load", "{}", ToolCall.anonymous())))
        .contains("INVALID_ARGUMENTS");
    assertThat(broker.debits()).isEmpty();
  }

  /** As it comes in a message of the model. */
  private ToolResultBlockParam answer(String tool, String input, ToolCall call) throws Exception {
    String message =
        """
        {"id":"msg_1","type":"message","role":"assistant","model":"claude","stop_reason":"tool_use",
         "stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1},
         "content":[{"type":"tool_use","id":"toolu_1","name":"%s","input":%s}]}"""
            .formatted(tool, input);
    ToolUseBlock use =
        ObjectMappers.jsonMapper()
            .readValue(message, Message.class)
            .content()
            .get(0)
            .toolUse()
            .orElseThrow();
    return AnthropicTools.answer(tools, use, call);
  }

  private static String text(ToolResultBlockParam result) {
    return result.content().orElseThrow().string().orElseThrow();
  }
}
