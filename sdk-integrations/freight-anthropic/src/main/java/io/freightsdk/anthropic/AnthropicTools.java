package io.freightsdk.anthropic;

import com.anthropic.core.JsonValue;
import com.anthropic.core.ObjectMappers;
import com.anthropic.helpers.BetaRunnableTool;
import com.anthropic.models.beta.messages.BetaTool;
import com.anthropic.models.beta.messages.BetaToolResultBlockParam.Content;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUnion;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Offers {@link FreightTools} to Claude through Anthropic's Java SDK: the tools for {@code
 * MessageCreateParams.tools(...)}, and the answer to each {@code tool_use} block.
 */
public final class AnthropicTools {
  private AnthropicTools() {}

  /** The tools for {@code MessageCreateParams.Builder.tools(...)}. */
  public static List<ToolUnion> of(List<AgentTool> tools) {
    Objects.requireNonNull(tools, "tools");
    return tools.stream().map(AnthropicTools::described).map(ToolUnion::ofTool).toList();
  }

  /**
   * The tools for Anthropic's tool runner, {@code addTool(...)} of the parameters of {@code
   * beta().messages().toolRunner(...)}. The runner answers unknown tools itself.
   *
   * @param call who calls: spend scope, approver, approval token, cancellation
   */
  public static List<BetaRunnableTool> runnable(List<AgentTool> tools, ToolCall call) {
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(tools, "tools");
    return tools.stream().map(tool -> runnable(tool, call)).toList();
  }

  private static BetaRunnableTool runnable(AgentTool tool, ToolCall call) {
    BetaTool described =
        BetaTool.builder()
            .name(tool.name())
            .description(tool.description())
            .inputSchema(
                BetaTool.InputSchema.builder().putAllAdditionalProperties(members(tool)).build())
            .build();
    return BetaRunnableTool.of(described, json -> Content.ofString(tool.invoke(json, call).json()));
  }

  private static Tool described(AgentTool tool) {
    return Tool.builder()
        .name(tool.name())
        .description(tool.description())
        .inputSchema(Tool.InputSchema.builder().putAllAdditionalProperties(members(tool)).build())
        .build();
  }

  /** The members of the schema but its type, which the builders add. */
  private static Map<String, JsonValue> members(AgentTool tool) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    tool.inputSchemaMap().forEach((name, value) -> members.put(name, JsonValue.from(value)));
    members.remove("type");
    return members;
  }

  /**
   * Runs the tool of one {@code tool_use} block and returns its answer. A block with an unknown
   * tool gets an answer too. Throws no exception.
   *
   * @param call who calls: spend scope, approver, approval token, cancellation
   */
  public static ToolResultBlockParam answer(
      List<AgentTool> tools, ToolUseBlock use, ToolCall call) {
    Objects.requireNonNull(use, "use");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(tools, "tools");
    ToolResult result =
        FreightTools.call(tools, use.name(), arguments(use), call.withCallId(use.id()));
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
