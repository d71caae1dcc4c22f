package io.freightsdk.examples.sdks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("slow") // needs the SDK
class OpenAiSdkTest extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script)
      throws Exception {
    try (ScriptedOpenAi model = new ScriptedOpenAi(script)) {
      OpenAIClient openai =
          OpenAIOkHttpClient.builder().baseUrl(model.url()).apiKey("none").maxRetries(0).build();
      OpenAiSdk.converse(openai, tools, caller, "Go.");
      openai.close();

      JsonNode declared = model.requests().get(0).get("tools").get(0);
      assertThat(declared.get("type").asText()).isEqualTo("function");
      assertThat(declared.get("name").asText()).isEqualTo(tools.get(0).name());
      assertThat(declared.get("strict").asBoolean()).isFalse();
      Schemas.requireSame(declared.get("parameters"), tools.get(0));
      return model.seen();
    }
  }
}
