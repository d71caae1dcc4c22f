package io.freightsdk.agent.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.freightsdk.agent.CreateLoadContract.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A model that makes one call in each turn, and records the result that it receives in the next.
 */
public final class LangChain4jScriptedModel implements ChatModel {
  private final Deque<Step> script;
  private final List<String> results = new ArrayList<>();
  private final List<String> describedTools = new ArrayList<>();

  public LangChain4jScriptedModel(List<Step> script) {
    this.script = new ArrayDeque<>(script);
  }

  /** The result of each call that it received. */
  public List<String> results() {
    return results;
  }

  /** The tools as each request described them. */
  List<String> describedTools() {
    return describedTools;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    describedTools.add(
        request.toolSpecifications().stream().map(ToolSpecification::toJson).toList().toString());
    int last = request.messages().size() - 1;
    if (request.messages().get(last) instanceof ToolExecutionResultMessage result) {
      results.add(result.text());
    }
    Step step = script.poll();
    AiMessage message = step == null ? AiMessage.from("Done.") : AiMessage.from(call(step));
    return ChatResponse.builder().aiMessage(message).build();
  }

  private ToolExecutionRequest call(Step step) {
    return ToolExecutionRequest.builder()
        .id("call-" + results.size())
        .name(step.tool())
        .arguments(step.arguments())
        .build();
  }
}
