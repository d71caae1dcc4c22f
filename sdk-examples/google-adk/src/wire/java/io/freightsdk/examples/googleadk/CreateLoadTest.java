package io.freightsdk.examples.googleadk;

import com.google.adk.JsonBaseModel;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.googleadk.GoogleAdkTools;
import java.util.List;
import java.util.Map;

class CreateLoadTest extends CreateLoadContract {
  @Override
  @SuppressWarnings("unchecked") // The members of a JSON object have names.
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script)
      throws Exception {
    ScriptedModel model = new ScriptedModel();
    for (Step step : script) {
      model.calls(step.tool(), JsonBaseModel.getMapper().readValue(step.arguments(), Map.class));
    }
    new Dispatcher(model, GoogleAdkTools.of(tools, context -> caller)).ask("run-1", "Go.");
    return model.seen();
  }
}
