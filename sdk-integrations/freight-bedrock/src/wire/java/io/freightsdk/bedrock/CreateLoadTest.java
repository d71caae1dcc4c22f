package io.freightsdk.bedrock;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class CreateLoadTest extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script)
      throws IOException {
    List<String> told = new ArrayList<>();
    try (ScriptedBedrock model =
        new ScriptedBedrock(
            script.stream().map(step -> Map.entry(step.tool(), step.arguments())).toList())) {
      new Dispatcher(model.client(), tools).ask(caller, "Go.");
      for (Map<?, ?> result : model.seen()) {
        told.add((String) ((Map<?, ?>) ((List<?>) result.get("content")).get(0)).get("text"));
      }
    }
    return told;
  }
}
