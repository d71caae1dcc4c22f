package io.freightsdk.examples.sdks;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.ObjectMappers;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUnion;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.util.ArrayList;
import java.util.List;

/** What the page shows for Anthropic's Java SDK. */
final class AnthropicSdk {
  private AnthropicSdk() {}

  static Message converse(
      AnthropicClient claude, List<AgentTool> tools, ToolCall caller, String request)
      throws JsonProcessingException {
    MessageCreateParams.Builder conversation =
        MessageCreateParams.builder()
            .model("claude-sonnet-4-5")
            .maxTokens(1024)
            .system(FreightTools.instructions())
            .addUserMessage(request);
    while (true) {
      conversation.tools(tools.stream().map(AnthropicSdk::declared).toList());
      Message message = claude.messages().create(conversation.build());
      List<ContentBlockParam> results = new ArrayList<>();
      for (ContentBlock block : message.content()) {
        if (block.isToolUse()) results.add(answer(tools, block.asToolUse(), caller));
      }
      if (results.isEmpty()) return message;
      conversation.addMessage(message).addUserMessageOfContentBlockParams(results);
    }
  }

  static ToolUnion declared(AgentTool tool) {
    Tool.InputSchema.Builder schema = Tool.InputSchema.builder();
    tool.inputSchemaMap()
        .forEach((name, value) -> schema.putAdditionalProperty(name, JsonValue.from(value)));
    return ToolUnion.ofTool(
        Tool.builder()
            .name(tool.name())
            .description(tool.description())
            .inputSchema(schema.removeAdditionalProperty("type").build()) // the builder has one
            .build());
  }

  static ContentBlockParam answer(List<AgentTool> tools, ToolUseBlock use, ToolCall caller)
      throws JsonProcessingException {
    String arguments = ObjectMappers.jsonMapper().writeValueAsString(use._input());
    ToolResult result =
        FreightTools.call(tools, use.name(), arguments, caller.withCallId(use.id()));
    return ContentBlockParam.ofToolResult(
        ToolResultBlockParam.builder()
            .toolUseId(use.id())
            .content(result.json())
            .isError(result.isError())
            .build());
  }
}
