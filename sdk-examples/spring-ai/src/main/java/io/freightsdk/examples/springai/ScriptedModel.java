package io.freightsdk.examples.springai;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * A model that follows a script: in each turn it makes the calls of one step, and at the end it
 * answers with a text.
 */
public final class ScriptedModel implements ChatModel {
  private final Deque<List<ToolCall>> steps = new ArrayDeque<>();
  private final List<ToolResponseMessage.ToolResponse> seen =
      Collections.synchronizedList(new ArrayList<>());
  private int calls;

  /** Adds a step with one call under a new id, as models do. */
  public ScriptedModel calls(String tool, String arguments) {
    steps.add(List.of(new ToolCall("call-" + ++calls, "function", tool, arguments)));
    return this;
  }

  /** The results the model was shown, oldest first. */
  public List<ToolResponseMessage.ToolResponse> seen() {
    return seen;
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    note(prompt.getInstructions());
    List<ToolCall> step = steps.poll();
    AssistantMessage message =
        step == null
            ? new AssistantMessage("Done.")
            : AssistantMessage.builder().content("").toolCalls(step).build();
    return new ChatResponse(List.of(new Generation(message)));
  }

  private void note(List<Message> conversation) {
    for (Message message : conversation) {
      if (!(message instanceof ToolResponseMessage results)) continue;
      for (ToolResponseMessage.ToolResponse result : results.getResponses()) {
        if (!seen.contains(result)) seen.add(result);
      }
    }
  }
}
