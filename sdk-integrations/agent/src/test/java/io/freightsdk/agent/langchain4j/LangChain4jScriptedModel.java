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

/** A model that makes one call in each turn, and notes the answer that it is shown in the next. */
public final class LangChain4jScriptedModel implements ChatModel {
  private final Deque<Step> script;
  private final List<String> told = new ArrayList<>();
  private final List<String> described = new ArrayList<>();

  public LangChain4jScriptedModel(List<Step> script) {
    this.script = new ArrayDeque<>(script);
  }

  /** What it was told of each call. */
  public List<String> told() {
    return told;
  }

  /** The tools as each request described them. */
  List<String> described() {
    return described;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    described.add(
        request.toolSpecifications().stream().map(ToolSpecification::toJson).toList().toString());
    int last = request.messages().size() - 1;
    if (request.messages().get(last) instanceof ToolExecutionResultMessage result) {
      told.add(result.text());
    }
    Step step = script.poll();
    AiMessage message = step == null ? AiMessage.from("Done.") : AiMessage.from(call(step));
    return ChatResponse.builder().aiMessage(message).build();
  }

  private ToolExecutionRequest call(Step step) {
    return ToolExecutionRequest.builder()
        .id("call-" + told.size())
        .name(step.tool())
        .arguments(step.arguments())
        .build();
  }
}
