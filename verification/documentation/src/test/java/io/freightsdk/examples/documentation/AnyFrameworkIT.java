package io.freightsdk.examples.documentation;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.examples.documentation.AnyFramework.Answer;
import io.freightsdk.examples.documentation.AnyFramework.Call;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The lines that the page shows for any other framework do what our adapters do. */
class AnyFrameworkIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCall caller, List<Step> script) {
    List<String> told = new ArrayList<>();
    Iterator<Step> steps = script.iterator();
    AnyFramework.converse(
        (system, functions, answers) -> {
          answers.stream().map(Answer::text).forEach(told::add);
          if (!steps.hasNext()) return List.of();
          Step step = steps.next();
          return List.of(new Call("call-" + told.size(), step.tool(), step.arguments()));
        },
        tools,
        caller);
    return told;
  }
}
