package io.freightsdk.anthropic;

import com.anthropic.core.JsonValue;
import com.anthropic.core.ObjectMappers;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUnion;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.util.List;

/**
 * Offers {@link FreightTools} to Claude through Anthropic's Java SDK: the tools for {@code
 * MessageCreateParams.tools(...)}, and the answer to each {@code tool_use} block.
 */
public final class AnthropicTools {
  private AnthropicTools() {}

  /** The tools for {@code MessageCreateParams.Builder.tools(...)}. */
  public static List<ToolUnion> of(List<AgentTool> tools) {
    return tools.stream().map(AnthropicTools::described).map(ToolUnion::ofTool).toList();
  }

  private static Tool described(AgentTool tool) {
    Tool.InputSchema.Builder schema = Tool.InputSchema.builder();
    tool.inputSchemaMap()
        .forEach(
            (name, value) -> {
              if (!name.equals("type")) schema.putAdditionalProperty(name, JsonValue.from(value));
            });
    return Tool.builder()
        .name(tool.name())
        .description(tool.description())
        .inputSchema(schema.build())
        .build();
  }

  /**
   * Runs the tool of one {@code tool_use} block and returns its answer. A block with an unknown
   * tool gets an answer too. Throws no exception.
   *
   * @param call who calls: spend scope, approver, approval token, cancellation
   */
  public static ToolResultBlockParam answer(
      List<AgentTool> tools, ToolUseBlock use, ToolCall call) {
    ToolResult result =
        tools.stream()
            .filter(tool -> tool.name().equals(use.name()))
            .findFirst()
            .map(tool -> tool.invoke(arguments(use), call.withCallId(use.id())))
            .orElseGet(() -> FreightTools.unknownTool(use.name(), tools));
    return ToolResultBlockParam.builder()
        .toolUseId(use.id())
        .content(result.json())
        .isError(result.isError())
        .build();
  }

  private static String arguments(ToolUseBlock use) {
    try {
      return ObjectMappers.jsonMapper().writeValueAsString(use._input());
    } catch (JsonProcessingException e) {
      // The tool refuses this with a message that the model can act on.
      return "not JSON";
    }
  }
}
