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

@Tag("slow") // needs the SDK of OpenAI
class OpenAiSnippetIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    try (Responses api = new Responses(script)) {
      System.setProperty("openai.baseUrl", api.url() + "/v1");
      System.setProperty("openai.apiKey", "none");
      AgentSnippet.ask("openai", List.of(), tools, caller);

      JsonNode declared = api.declaredTools().get(0);
      assertThat(declared.get("type").asString()).isEqualTo("function");
      assertThat(declared.get("name").asString()).isEqualTo(tools.get(0).name());
      assertThat(declared.get("strict").asBoolean()).isFalse();
      ScriptedModelApi.requireSchema(declared.get("parameters"), tools.get(0));
      return api.results();
    }
  }

  /** The Responses API. */
  private static final class Responses extends ScriptedModelApi {
    Responses(List<Step> script) throws IOException {
      super("/v1/responses", script);
    }

    @Override
    Map<String, Object> toolCallBody(int turn, Step step) {
      return output(
          turn,
          Map.of(
              "type",
              "function_call",
              "id",
              "fc_" + turn,
              "call_id",
              "call_" + turn,
              "name",
              step.tool(),
              "arguments",
              step.arguments()));
    }

    @Override
    Map<String, Object> finalBody() {
      return output(
          0,
          Map.of(
              "type", "message",
              "id", "msg",
              "role", "assistant",
              "status", "completed",
              "content", List.of(Map.of("type", "output_text", "text", "Done."))));
    }

    private static Map<String, Object> output(int turn, Map<String, Object> item) {
      return Map.of("id", "resp_" + turn, "output", List.of(item));
    }

    @Override
    String lastResult(JsonNode request) {
      return request.get("input").get(0).get("output").asString();
    }
  }
}
