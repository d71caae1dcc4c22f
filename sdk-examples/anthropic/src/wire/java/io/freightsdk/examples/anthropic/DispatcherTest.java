package io.freightsdk.examples.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.beta.messages.BetaMessage;
import com.anthropic.models.beta.messages.MessageCreateParams;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.anthropic.AnthropicTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Conversations over HTTP on both sides: Anthropic's client, and the freight client. */
class DispatcherTest {
  // In this year, whatever year it is, its first load is LD-2026-0001.
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start();
  private final Broker broker = server.createBroker("10.00");
  private final ScriptedClaude model = new ScriptedClaude();
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(server.baseUrl())
          .agentKey(broker.agentKey())
          .spendGuard(SpendLedger.inMemory().guard())
          .build();
  private final AnthropicClient claude =
      AnthropicOkHttpClient.builder().baseUrl(model.url()).apiKey("none").maxRetries(0).build();

  @AfterEach
  void close() {
    claude.close();
    client.close();
    model.close();
    server.close();
  }

  @Test
  void aConversationCreatesALoadLooksAtItAndMeetsTheLimitOfItsScope() {
    List<AgentTool> tools =
        FreightTools.builder(client)
            .unlimited()
            .limitsPerScope(SpendLimits.builder().total("1.00").build())
            .build();
    model
        .calls("create_load", Conversation.load("PO-1"))
        .calls("get_load_position", "{\"loadNumber\":\"LD-2026-0001\"}")
        .calls("create_load", Conversation.load("PO-2"))
        .calls("set_status", "{\"status\":\"DELIVERED\"}");

    String answer = new Dispatcher(claude, tools).ask(ToolCall.in("run-1"), "Send both.");

    assertThat(answer).isEqualTo("Done.");
    assertThat(model.seen().get(0)).contains("\"created\":true", "\"chargedUsd\":\"0.65\"");
    assertThat(model.seen().get(1)).contains("\"chargedUsd\":\"0.02\"");
    assertThat(model.seen().get(2)).contains("SPEND_LIMIT");
    assertThat(model.seen().get(3)).contains("UNKNOWN_TOOL", "Use one of create_load");
    assertThat(broker.debits()).hasSize(2);
  }

  @Test
  void anthropicsToolRunnerCallsTheToolsOfItsCaller() {
    List<AgentTool> tools =
        FreightTools.builder(client)
            .unlimited()
            .limitsPerScope(SpendLimits.builder().total("1.00").build())
            .build();
    model
        .calls("create_load", Conversation.load("PO-1"))
        .calls("create_load", Conversation.load("PO-2"))
        .calls("set_status", "{\"status\":\"DELIVERED\"}");
    MessageCreateParams.Builder conversation =
        MessageCreateParams.builder()
            .model("claude-sonnet-4-5")
            .maxTokens(1024)
            .system(FreightTools.instructions())
            .addUserMessage("Send both.");
    AnthropicTools.runnable(tools, ToolCall.in("run-1")).forEach(conversation::addTool);

    List<BetaMessage> messages = new ArrayList<>();
    claude.beta().messages().toolRunner(conversation.build()).forEach(messages::add);

    assertThat(messages).hasSize(4);
    assertThat(model.seen().get(0)).contains("\"created\":true", "\"chargedUsd\":\"0.65\"");
    assertThat(model.seen().get(1)).contains("SPEND_LIMIT");
    assertThat(model.seen().get(2)).contains("set_status", "not found");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void aRefusedApprovalIsAnAnswerNotAnException() {
    model.calls("create_load", Conversation.load("PO-1"));
    ToolCall caller = ToolCall.in("run-1").withApprover(request -> false);

    new Dispatcher(claude, FreightTools.builder(client).unlimited().build()).ask(caller, "Go.");

    assertThat(model.seen().get(0)).contains("APPROVAL_DENIED", "Nothing was charged.");
    assertThat(broker.debits()).isEmpty();
  }

  @Test
  void theExampleRuns() {
    assertThatCode(() -> Conversation.main(new String[0])).doesNotThrowAnyException();
  }
}
