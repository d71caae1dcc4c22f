package io.freightsdk.examples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.langchain4j.LangChain4jTools;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DispatcherIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("10.00");
  private final ScriptedModel model = new ScriptedModel();

  @AfterEach
  void close() {
    server.close();
  }

  /** The same conversation, token by token. */
  interface Streaming {
    TokenStream ask(@MemoryId String conversation, @UserMessage String request);
  }

  @Test
  void aStreamedConversationHasItsScopeAndItsLimitToo() throws Exception {
    model
        .calls("create_load", Conversation.load("PO-1"))
        .calls("create_load", Conversation.load("PO-2"))
        .calls("set_status", "{}");
    StreamingChatModel streamed =
        new StreamingChatModel() {
          @Override
          public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
            handler.onCompleteResponse(model.doChat(request));
          }
        };
    try (FreightClient client = client()) {
      List<AgentTool> tools =
          FreightTools.builder(client)
              .unlimited()
              .limitsPerScope(SpendLimits.builder().total("1.00").build())
              .build();
      CompletableFuture<ChatResponse> answer = new CompletableFuture<>();
      AiServices.builder(Streaming.class)
          .streamingChatModel(streamed)
          .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(200))
          .tools(LangChain4jTools.of(tools))
          .hallucinatedToolNameStrategy(LangChain4jTools.unknown(tools))
          .build()
          .ask("run-1", "Go.")
          .onPartialResponse(token -> {})
          .onCompleteResponse(answer::complete)
          .onError(answer::completeExceptionally)
          .start();

      assertThat(answer.get(60, TimeUnit.SECONDS).aiMessage().text()).isEqualTo("Done.");
      LedgerGuard guard = (LedgerGuard) client.spendGuard();
      List<SpendEntry> entries = guard.ledger().entries(SpendFilter.all());
      assertThat(entries)
          .extracting(SpendEntry::scope)
          .isNotEmpty()
          .allMatch(scope -> scope.endsWith("/run-1"));
    }
    assertThat(text(0)).contains("\"chargedUsd\":\"0.65\"");
    assertThat(text(1)).contains("SPEND_LIMIT");
    assertThat(text(2)).contains("UNKNOWN_TOOL");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void badArgumentsAndUnknownToolsAreAnsweredInTheConversation() {
    model
        .calls("create_load", "{\"driverPhone\":\"+13125550142\"")
        .calls("create_load", "{}")
        .calls("set_status", "{\"status\":\"DELIVERED\"}")
        .calls("get_pricing", "{}");

    assertThatCode(this::converse).doesNotThrowAnyException();

    assertThat(text(0)).contains("INVALID_ARGUMENTS", "not valid JSON").doesNotContain("312");
    assertThat(text(1)).contains("customerRef: required");
    assertThat(text(2)).contains("UNKNOWN_TOOL", "Use one of create_load");
    assertThat(text(3)).contains("\"load_create\":\"0.65\"");
  }

  @Test
  void theSchemaKeepsWhatLangChain4jHasNoTypeFor() {
    try (FreightClient client = client()) {
      String described =
          LangChain4jTools.of(FreightTools.builder(client).unlimited().build()).keySet().stream()
              .map(ToolSpecification::toJson)
              .toList()
              .toString();

      assertThat(described).contains("additionalProperties", "Example: 40701", "Costs 0.65 USD");
    }
  }

  @Test
  void theExampleRuns() {
    assertThatCode(() -> Conversation.main(new String[0])).doesNotThrowAnyException();
  }

  private void converse() {
    try (FreightClient client = client()) {
      List<AgentTool> tools = FreightTools.builder(client).unlimited().build();
      Dispatcher.of(model, tools).ask("run-1", "Go.");
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
    return model.seen().get(result).text();
  }
}
