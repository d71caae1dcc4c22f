package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCallContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import tools.jackson.databind.JsonNode;

@Tag("slow") // needs the SDK of Anthropic
class AnthropicSnippetIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    try (Messages api = new Messages(script)) {
      System.setProperty("anthropic.baseUrl", api.url());
      System.setProperty("anthropic.apiKey", "none");
      AgentSnippet.ask("anthropic", List.of(), tools, caller);

      JsonNode declared = api.declaredTools().get(0);
      assertThat(declared.get("name").asString()).isEqualTo(tools.get(0).name());
      ScriptedModelApi.requireSchema(declared.get("input_schema"), tools.get(0));
      return api.results();
    }
  }

  /** The Messages API. */
  private static final class Messages extends ScriptedModelApi {
    Messages(List<Step> script) throws IOException {
      super("/v1/messages", script);
    }

    @Override
    Map<String, Object> toolCallBody(int turn, Step step) {
      return message(
          "tool_use",
          Map.of(
              "type",
              "tool_use",
              "id",
              "toolu_" + turn,
              "name",
              step.tool(),
              "input",
              JSON.readTree(step.arguments())));
    }

    @Override
    Map<String, Object> finalBody() {
      return message("end_turn", Map.of("type", "text", "text", "Done."));
    }

    private static Map<String, Object> message(String reason, Map<String, Object> content) {
      return Map.of(
          "id", "msg_1",
          "type", "message",
          "role", "assistant",
          "model", "claude-sonnet-4-5",
          "stop_reason", reason,
          "usage", Map.of("input_tokens", 1, "output_tokens", 1),
          "content", List.of(content));
    }

    @Override
    String lastResult(JsonNode request) {
      JsonNode messages = request.get("messages");
      return messages.get(messages.size() - 1).get("content").get(0).get("content").asString();
    }
  }
}
