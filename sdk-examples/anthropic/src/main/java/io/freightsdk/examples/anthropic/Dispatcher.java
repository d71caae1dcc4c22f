package io.freightsdk.examples.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.TextBlock;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.anthropic.AnthropicTools;
import java.util.List;
import java.util.stream.Collectors;

/** A conversation with Claude that dispatches freight. */
public final class Dispatcher {
  private final AnthropicClient claude;
  private final List<AgentTool> tools;

  public Dispatcher(AnthropicClient claude, List<AgentTool> tools) {
    this.claude = claude;
    this.tools = tools;
  }

  /** One request, whose tool calls are made in the name of a caller. */
  public String ask(ToolCall caller, String request) {
    MessageCreateParams.Builder conversation =
        MessageCreateParams.builder()
            .model("claude-sonnet-4-5")
            .maxTokens(1024)
            .system(FreightTools.instructions())
            .tools(AnthropicTools.of(tools))
            .addUserMessage(request);
    while (true) {
      Message message = claude.messages().create(conversation.build());
      List<ContentBlockParam> results =
          message.content().stream()
              .flatMap(block -> block.toolUse().stream())
              .map(use -> AnthropicTools.answer(tools, use, caller))
              .map(ContentBlockParam::ofToolResult)
              .toList();
      if (results.isEmpty()) return text(message);
      conversation.addMessage(message).addUserMessageOfContentBlockParams(results);
    }
  }

  private static String text(Message message) {
    return message.content().stream()
        .map(ContentBlock::text)
        .flatMap(block -> block.stream().map(TextBlock::text))
        .collect(Collectors.joining());
  }
}
