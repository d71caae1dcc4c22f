package io.freightsdk.openai;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import java.util.List;
import java.util.Map;

class ResponsesCreateLoadTest extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script) {
    try (ScriptedOpenAi model =
        new ScriptedOpenAi(
            script.stream().map(step -> Map.entry(step.tool(), step.arguments())).toList())) {
      new Dispatcher(model.client(), tools).ask(caller, "Go.");
      return model.responsesSeen().stream().map(one -> one.get("output").asText()).toList();
    }
  }
}
