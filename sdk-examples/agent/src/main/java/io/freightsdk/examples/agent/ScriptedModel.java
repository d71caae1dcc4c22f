package io.freightsdk.examples.agent;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Replaces your model: makes one call of its script in each turn, and reports the result to a
 * listener.
 */
final class ScriptedModel implements ChatModel {
  private final Deque<ToolExecutionRequest> script = new ArrayDeque<>();
  private final Consumer<ToolExecutionResultMessage> listener;

  ScriptedModel(Consumer<ToolExecutionResultMessage> listener) {
    this.listener = listener;
  }

  ScriptedModel calls(String tool, String arguments) {
    String id = "call-" + script.size();
    script.add(ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build());
    return this;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    int last = request.messages().size() - 1;
    if (request.messages().get(last) instanceof ToolExecutionResultMessage result) {
      listener.accept(result);
    }
    ToolExecutionRequest call = script.poll();
    AiMessage message = call == null ? AiMessage.from("Done.") : AiMessage.from(call);
    return ChatResponse.builder().aiMessage(message).build();
  }
}
