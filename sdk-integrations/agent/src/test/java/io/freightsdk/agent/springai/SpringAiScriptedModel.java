package io.freightsdk.agent.springai;

import io.freightsdk.agent.CreateLoadContract.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * A model that makes one call in each turn, and records the result that it receives in the next.
 */
public final class SpringAiScriptedModel implements ChatModel {
  private final Deque<Step> script;
  private final List<String> results = new ArrayList<>();

  public SpringAiScriptedModel(List<Step> script) {
    this.script = new ArrayDeque<>(script);
  }

  /** The result of each call that it received. */
  public List<String> results() {
    return results;
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    int last = prompt.getInstructions().size() - 1;
    if (prompt.getInstructions().get(last) instanceof ToolResponseMessage toolMessage) {
      toolMessage.getResponses().forEach(result -> results.add(result.responseData()));
    }
    Step step = script.poll();
    AssistantMessage message = step == null ? new AssistantMessage("Done.") : calling(step);
    return new ChatResponse(List.of(new Generation(message)));
  }

  private AssistantMessage calling(Step step) {
    String id = "call-" + results.size();
    var call = new AssistantMessage.ToolCall(id, "function", step.tool(), step.arguments());
    return AssistantMessage.builder().content("").toolCalls(List.of(call)).build();
  }
}
