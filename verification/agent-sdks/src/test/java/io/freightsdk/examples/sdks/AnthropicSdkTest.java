package io.freightsdk.examples.sdks;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.fasterxml.jackson.databind.JsonNode;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("slow") // needs the SDK
class AnthropicSdkTest extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script)
      throws Exception {
    try (ScriptedClaude model = new ScriptedClaude(script)) {
      AnthropicClient claude =
          AnthropicOkHttpClient.builder().baseUrl(model.url()).apiKey("none").maxRetries(0).build();
      AnthropicSdk.converse(claude, tools, caller, "Go.");
      claude.close();

      JsonNode declared = model.declared().get(0);
      assertThat(declared.get("name").asText()).isEqualTo(tools.get(0).name());
      Schemas.requireSame(declared.get("input_schema"), tools.get(0));
      return model.seen();
    }
  }
}
