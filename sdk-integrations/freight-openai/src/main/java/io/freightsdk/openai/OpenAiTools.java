package io.freightsdk.openai;

import com.openai.core.JsonValue;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionTool;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.Tool;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Offers {@link FreightTools} to models through OpenAI's Java SDK: the tools for a request, and the
 * answer to each call of a function, in the Responses API and in chat completions.
 */
public final class OpenAiTools {
  private OpenAiTools() {}

  /** The tools for {@code ResponseCreateParams.Builder.tools(...)}. */
  public static List<Tool> of(List<AgentTool> tools) {
    Objects.requireNonNull(tools, "tools");
    return tools.stream().map(OpenAiTools::function).map(Tool::ofFunction).toList();
  }

  // Strict functions have no optional arguments; what is wrong with others, the tools say.
  private static FunctionTool function(AgentTool tool) {
    return FunctionTool.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(
            FunctionTool.Parameters.builder().putAllAdditionalProperties(schema(tool)).build())
        .strict(false)
        .build();
  }

  /** The tools for {@code ChatCompletionCreateParams.Builder.tools(...)}. */
  public static List<ChatCompletionTool> forChat(List<AgentTool> tools) {
    Objects.requireNonNull(tools, "tools");
    return tools.stream().map(OpenAiTools::chatFunction).toList();
  }

  private static ChatCompletionTool chatFunction(AgentTool tool) {
    FunctionDefinition function =
        FunctionDefinition.builder()
            .name(tool.name())
            .description(tool.description())
            .parameters(
                FunctionParameters.builder().putAllAdditionalProperties(schema(tool)).build())
            .build();
    return ChatCompletionTool.ofFunction(
        ChatCompletionFunctionTool.builder().function(function).build());
  }

  private static Map<String, JsonValue> schema(AgentTool tool) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    tool.inputSchemaMap().forEach((name, value) -> members.put(name, JsonValue.from(value)));
    return members;
  }

  /**
   * Runs the tool of one {@code function_call} item and returns its answer. An item with an unknown
   * tool gets an answer too. Throws no exception.
   *
   * @param call who calls: spend scope, approver, approval token, cancellation
   */
  public static ResponseInputItem answer(
      List<AgentTool> tools, ResponseFunctionToolCall use, ToolCall call) {
    Objects.requireNonNull(use, "use");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(tools, "tools");
    ToolResult result =
        FreightTools.call(tools, use.name(), use.arguments(), call.withCallId(use.callId()));
    return ResponseInputItem.ofFunctionCallOutput(
        ResponseInputItem.FunctionCallOutput.builder()
            .callId(use.callId())
            .output(result.json())
            .build());
  }

  /** The same for a call of chat completions. */
  public static ChatCompletionToolMessageParam answer(
      List<AgentTool> tools, ChatCompletionMessageFunctionToolCall use, ToolCall call) {
    Objects.requireNonNull(tools, "tools");
    Objects.requireNonNull(use, "use");
    Objects.requireNonNull(call, "call");
    ToolResult result =
        FreightTools.call(
            tools, use.function().name(), use.function().arguments(), call.withCallId(use.id()));
    return ChatCompletionToolMessageParam.builder()
        .toolCallId(use.id())
        .content(result.json())
        .build();
  }
}
