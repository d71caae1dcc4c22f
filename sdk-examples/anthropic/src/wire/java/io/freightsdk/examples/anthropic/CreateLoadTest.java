package io.freightsdk.examples.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import java.util.List;

class CreateLoadTest extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script) {
    try (ScriptedClaude model = new ScriptedClaude()) {
      script.forEach(step -> model.calls(step.tool(), step.arguments()));
      AnthropicClient claude =
          AnthropicOkHttpClient.builder().baseUrl(model.url()).apiKey("none").maxRetries(0).build();
      new Dispatcher(claude, tools).ask(caller, "Go.");
      claude.close();
      return model.seen();
    }
  }
}
