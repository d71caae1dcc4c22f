package io.freightsdk.agent.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.AiServiceTool;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AdapterContract;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The tools in an AI service whose model follows a script. */
class LangChain4jToolsIT extends AdapterContract {
  private static final SpendLimit PLENTY = SpendLimit.perDay("100.00");
  private static final InvocationParameters NOBODY = new InvocationParameters();

  /** A service whose caller is known, like the caller of a request. */
  interface Service {
    String ask(@UserMessage String request, InvocationParameters parameters);
  }

  /** The same, token by token, with a conversation that is remembered. */
  interface Streaming {
    TokenStream ask(@MemoryId String conversation, @UserMessage String request);
  }

  @Override
  protected List<String> converse(
      List<AgentTool> tools, ToolCallContext caller, List<Step> script) {
    LangChain4jScriptedModel model = new LangChain4jScriptedModel(script);
    AiServices.builder(Service.class)
        .chatModel(model)
        .toolProvider(LangChain4jTools.of(tools))
        .hallucinatedToolNameStrategy(LangChain4jTools.hallucinatedToolNameStrategy(tools))
        .build()
        .ask("Go.", InvocationParameters.from(LangChain4jTools.CONTEXT_KEY, caller));
    return model.results();
  }

  @Test
  void streamedConversationHasItsScopeAndLimit() throws Exception {
    LangChain4jScriptedModel model =
        new LangChain4jScriptedModel(
            List.of(create("PO-1"), create("PO-2"), new Step("set_status", "{}")));
    StreamingChatModel streamed =
        new StreamingChatModel() {
          @Override
          public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
            handler.onCompleteResponse(model.doChat(request));
          }
        };
    try (FreightClient client = client(RetryPolicy.none())) {
      List<AgentTool> tools =
          FreightTools.builder(client, ledger)
              .sharedLimits(PLENTY)
              .limitsPerScope(SpendLimit.total("1.00"))
              .build();
      CompletableFuture<ChatResponse> response = new CompletableFuture<>();
      AiServices.builder(Streaming.class)
          .streamingChatModel(streamed)
          .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(200))
          .toolProvider(LangChain4jTools.of(tools))
          .hallucinatedToolNameStrategy(LangChain4jTools.hallucinatedToolNameStrategy(tools))
          .build()
          .ask("run-1", "Go.")
          .onPartialResponse(token -> {})
          .onCompleteResponse(response::complete)
          .onError(response::completeExceptionally)
          .start();

      assertThat(response.get(60, TimeUnit.SECONDS).aiMessage().text()).isEqualTo("Done.");
      assertThat(ledger.entries(SpendFilter.all()))
          .extracting(SpendEntry::scope)
          .isNotEmpty()
          .allMatch(scope -> scope.endsWith("/run-1"));
    }
    assertThat(model.results().get(0)).contains("\"chargedUsd\":\"0.65\"");
    assertThat(model.results().get(1)).contains("SPEND_LIMIT");
    assertThat(model.results().get(2)).contains("UNKNOWN_TOOL");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void unknownToolReturnsAnError() {
    try (FreightClient client = client(RetryPolicy.none())) {
      ToolExecutionRequest call =
          ToolExecutionRequest.builder().id("call-1").name("set_status").arguments("{}").build();
      ToolExecutionResultMessage refused =
          LangChain4jTools.hallucinatedToolNameStrategy(FreightTools.of(client, ledger, PLENTY))
              .apply(call);

      assertThat(refused.isError()).isTrue();
      assertThat(refused.id()).isEqualTo("call-1");
      assertThat(refused.toolName()).isEqualTo("set_status");
      assertThat(refused.text()).contains("UNKNOWN_TOOL");
    }
  }

  /** Gemini refuses parameters without properties; LangChain4j itself leaves them out then. */
  @Test
  void toolWithoutArgumentsHasNoParameters() {
    try (FreightClient client = client(RetryPolicy.none())) {
      List<ToolSpecification> describedTools =
          LangChain4jTools.of(FreightTools.of(client, ledger, PLENTY))
              .provideTools(null)
              .aiServiceTools()
              .stream()
              .map(AiServiceTool::toolSpecification)
              .toList();

      assertThat(describedTools)
          .filteredOn(tool -> tool.parameters() == null)
          .extracting(ToolSpecification::name)
          .containsExactly("get_budget");
      JsonObjectSchema load = describedTools.get(0).parameters();
      JsonObjectSchema pickup =
          (JsonObjectSchema) ((JsonArraySchema) load.properties().get("pickups")).items();
      assertThat(List.of(load, pickup))
          .allMatch(one -> Boolean.FALSE.equals(one.additionalProperties()));
      assertThat(pickup.properties().get("zip").description()).contains("Example: 40701");
    }
  }

  @Test
  void modelReadsAPriceIncrease() {
    try (FreightClient client = client(RetryPolicy.none())) {
      LangChain4jScriptedModel model =
          new LangChain4jScriptedModel(List.of(new Step("get_budget", "")));
      Service agent = service(model, FreightTools.of(client, ledger, PLENTY));
      service.price("load_create", "1.95");

      agent.ask("Go.", NOBODY);
      agent.ask("Go.", NOBODY);

      assertThat(model.describedTools().get(0)).contains("Costs 0.65 USD");
      assertThat(model.describedTools().get(2))
          .contains("Costs 1.95 USD")
          .doesNotContain("Costs 0.65 USD");
    }
  }

  @Test
  void priceIsReadAfterAStartWithoutTheService() {
    service.faults().next(Operation.GET_PRICING, Fault.status(503));
    try (FreightClient client = client(RetryPolicy.none())) {
      LangChain4jScriptedModel model =
          new LangChain4jScriptedModel(List.of(new Step("get_budget", "")));
      Service agent = service(model, FreightTools.of(client, ledger, PLENTY));

      agent.ask("Go.", NOBODY);
      agent.ask("Go.", NOBODY);

      assertThat(model.describedTools().get(0)).contains("get_budget says how much");
      assertThat(model.describedTools().get(2)).contains("Costs 0.65 USD", "Costs 0.02 USD");
    }
  }

  private static Service service(LangChain4jScriptedModel model, List<AgentTool> tools) {
    return AiServices.builder(Service.class)
        .chatModel(model)
        .toolProvider(LangChain4jTools.of(tools))
        .build();
  }
}
