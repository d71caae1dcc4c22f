package io.freightsdk.examples.sdks;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.Tool;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.util.List;

/** What the page shows for OpenAI's Java SDK. */
final class OpenAiSdk {
  private OpenAiSdk() {}

  static Response converse(
      OpenAIClient openai, List<AgentTool> tools, ToolCall caller, String request) {
    ResponseCreateParams.Builder turn =
        ResponseCreateParams.builder()
            .model("gpt-5")
            .instructions(FreightTools.instructions())
            .input(request);
    while (true) {
      turn.tools(tools.stream().map(OpenAiSdk::declared).toList());
      Response response = openai.responses().create(turn.build());
      List<ResponseInputItem> results =
          response.output().stream()
              .flatMap(item -> item.functionCall().stream())
              .map(use -> answer(tools, use, caller))
              .toList();
      if (results.isEmpty()) return response;
      turn.previousResponseId(response.id()).inputOfResponse(results);
    }
  }

  static Tool declared(AgentTool tool) {
    FunctionTool.Parameters.Builder schema = FunctionTool.Parameters.builder();
    tool.inputSchemaMap()
        .forEach((name, value) -> schema.putAdditionalProperty(name, JsonValue.from(value)));
    return Tool.ofFunction(
        FunctionTool.builder()
            .name(tool.name())
            .description(tool.description())
            .parameters(schema.build())
            .strict(false) // strict functions have no optional arguments
            .build());
  }

  static ResponseInputItem answer(
      List<AgentTool> tools, ResponseFunctionToolCall use, ToolCall caller) {
    ToolResult result =
        FreightTools.call(tools, use.name(), use.arguments(), caller.withCallId(use.callId()));
    return ResponseInputItem.ofFunctionCallOutput(
        ResponseInputItem.FunctionCallOutput.builder()
            .callId(use.callId())
            .output(result.json())
            .build());
  }
}
