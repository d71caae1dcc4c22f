package io.freightsdk.bedrock;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Moshi;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approval;
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
class BedrockToolsTest {
  private static final String LOAD =
      """
      {"driverPhone":"+13125550142","customerRef":"PO-1","rate":1850.50,
       "shipperName":"dock \\"4\\" \\u00fc","carrierName":null,
       "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
       "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""";
  private static final List<Map.Entry<String, String>> SCRIPT =
      List.of(
          Map.entry("create_load", LOAD),
          Map.entry("create_load", LOAD.replace("PO-1", "PO-2").replace("0142", "0143")),
          Map.entry("set_status", "{}"),
          Map.entry("create_load", "{\"customerRef\":true}"));
  private static final JsonAdapter<Object> JSON = new Moshi.Builder().build().adapter(Object.class);

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
  private final ScriptedBedrock model = new ScriptedBedrock(SCRIPT);

  @AfterEach
  void close() {
    model.close();
    client.close();
    service.close();
  }

  @Test
  void aConversationIsAnsweredUnderItsScopeAndLimit() throws IOException {
    new Dispatcher(model.client(), tools).ask(ToolCall.in("chat-1"), "Send both.");

    Map<?, ?> spec =
        (Map<?, ?>)
            ScriptedBedrock.at(model.requests().get(0), "toolConfig", "tools", 0, "toolSpec");
    assertThat(spec.get("description")).isEqualTo(tools.get(0).description());
    assertThat(((Map<?, ?>) spec.get("inputSchema")).get("json"))
        .isEqualTo(JSON.fromJson(tools.get(0).inputSchema()));
    assertThat(result(1)).contains("tooluse_1", "status=success", "\"chargedUsd\":\"0.65\"");
    assertThat(result(2)).contains("tooluse_2", "status=error", "SPEND_LIMIT");
    assertThat(result(3)).contains("UNKNOWN_TOOL", "Use one of create_load");
    assertThat(result(4)).contains("INVALID_ARGUMENTS", "customerRef");
    assertThat(broker.debits()).hasSize(1);
  }

  /** What a model wrote comes to the service as it was, each digit of it. */
  @Test
  void argumentsKeepTheirTextsAndDigits() {
    new Dispatcher(model.client(), tools).ask(ToolCall.in("chat-1"), "Send one.");

    assertThat(broker.requests())
        .filteredOn(request -> request.path().equals("/v1/agent/loads"))
        .singleElement()
        .satisfies(
            request -> assertThat(request.body()).contains("1850.50", "dock \\\"4\\\" \u00fc"));
  }

  @Test
  void aRefusedApprovalIsAnAnswerNotAnException() throws IOException {
    ToolCall asking = ToolCall.in("chat-1").withApprover(request -> Approval.DENIED);

    new Dispatcher(model.client(), tools).ask(asking, "Go.");

    assertThat(result(1)).contains("APPROVAL_DENIED");
    assertThat(broker.debits()).isEmpty();
  }

  /** What the model was told after a turn. */
  private String result(int turn) throws IOException {
    return model.seen().get(turn - 1).toString();
  }
}
