package io.freightsdk.openai;

import com.openai.client.OpenAIClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseInputItem;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import java.util.List;

/** Conversations that dispatch freight, in both of OpenAI's APIs. */
final class Dispatcher {
  private final OpenAIClient openai;
  private final List<AgentTool> tools;

  Dispatcher(OpenAIClient openai, List<AgentTool> tools) {
    this.openai = openai;
    this.tools = tools;
  }

  Response ask(ToolCall caller, String request) {
    ResponseCreateParams.Builder turn =
        ResponseCreateParams.builder()
            .model("gpt-5")
            .instructions(FreightTools.instructions())
            .tools(OpenAiTools.of(tools))
            .input(request);
    while (true) {
      Response response = openai.responses().create(turn.build());
      List<ResponseInputItem> results =
          response.output().stream()
              .flatMap(item -> item.functionCall().stream())
              .map(use -> OpenAiTools.answer(tools, use, caller))
              .toList();
      if (results.isEmpty()) return response;
      turn.previousResponseId(response.id()).inputOfResponse(results);
    }
  }

  ChatCompletionMessage chat(ToolCall caller, String request) {
    ChatCompletionCreateParams.Builder turn =
        ChatCompletionCreateParams.builder()
            .model("gpt-5")
            .addSystemMessage(FreightTools.instructions())
            .tools(OpenAiTools.forChat(tools))
            .addUserMessage(request);
    while (true) {
      ChatCompletionMessage said =
          openai.chat().completions().create(turn.build()).choices().get(0).message();
      List<ChatCompletionMessageToolCall> uses = said.toolCalls().orElse(List.of());
      if (uses.isEmpty()) return said;
      turn.addMessage(said);
      for (ChatCompletionMessageToolCall use : uses) {
        turn.addMessage(OpenAiTools.answer(tools, use.asFunction(), caller));
      }
    }
  }
}
