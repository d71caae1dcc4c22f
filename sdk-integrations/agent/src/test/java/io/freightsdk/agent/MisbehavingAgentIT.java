package io.freightsdk.agent;

import java.util.List;

/** The tools themselves, without a framework between them and the model. */
class MisbehavingAgentIT extends MisbehavingAgentContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script) {
    return script.stream()
        .map(step -> FreightTools.call(tools, step.tool(), step.arguments(), caller).json())
        .toList();
  }
}
