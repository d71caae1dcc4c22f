package io.freightsdk.examples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * A model that follows a script: in each turn it makes the calls of one step, and at the end it
 * answers with a text.
 */
public final class ScriptedModel implements ChatModel {
  private final Deque<ToolExecutionRequest> steps = new ArrayDeque<>();
  private final List<ToolExecutionResultMessage> seen =
      Collections.synchronizedList(new ArrayList<>());
  private int calls;

  /** Adds a step with one call, under a new id, as models do. */
  public ScriptedModel calls(String tool, String arguments) {
    String id = "call-" + ++calls;
    steps.add(ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build());
    return this;
  }

  /** The results the model was shown, oldest first. */
  public List<ToolExecutionResultMessage> seen() {
    return seen;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    note(request.messages());
    ToolExecutionRequest step = steps.poll();
    AiMessage message = step == null ? AiMessage.from("Done.") : AiMessage.from(step);
    return ChatResponse.builder().aiMessage(message).build();
  }

  private void note(List<ChatMessage> conversation) {
    for (ChatMessage message : conversation) {
      if (message instanceof ToolExecutionResultMessage result && !seen.contains(result)) {
        seen.add(result);
      }
    }
  }
}
