package io.freightsdk.examples.springai;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import java.util.List;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;

class CreateLoadIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script) {
    ScriptedModel model = new ScriptedModel();
    script.forEach(step -> model.calls(step.tool(), step.arguments()));
    new Dispatcher(model, tools).ask(caller, "Go.");
    return model.seen().stream().map(ToolResponse::responseData).toList();
  }
}
