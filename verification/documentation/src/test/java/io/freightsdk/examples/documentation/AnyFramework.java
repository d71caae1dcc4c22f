package io.freightsdk.examples.documentation;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.util.List;
import java.util.Map;

/** What the page shows for a framework that we have no adapter of. */
final class AnyFramework {
  private AnyFramework() {}

  /** How a framework declares a tool. */
  record Function(String name, String description, Map<String, Object> parameters) {}

  /** How it passes a call of the model on. */
  record Call(String id, String function, String arguments) {}

  /** How it takes the answer. */
  record Answer(String callId, String text, boolean isError) {}

  /** A model of the framework. */
  interface Model {
    /** The calls of the next turn; none at the end. */
    List<Call> next(String system, List<Function> functions, List<Answer> answers);
  }

  static void converse(Model model, List<AgentTool> tools, ToolCall caller) {
    List<Answer> answers = List.of();
    while (true) {
      List<Function> functions = tools.stream().map(AnyFramework::declared).toList();
      List<Call> calls = model.next(FreightTools.instructions(), functions, answers);
      if (calls.isEmpty()) return;
      answers = calls.stream().map(call -> answer(tools, call, caller)).toList();
    }
  }

  static Function declared(AgentTool tool) {
    return new Function(tool.name(), tool.description(), tool.inputSchemaMap());
  }

  static Answer answer(List<AgentTool> tools, Call call, ToolCall caller) {
    ToolResult result =
        FreightTools.call(tools, call.function(), call.arguments(), caller.withCallId(call.id()));
    return new Answer(call.id(), result.json(), result.isError());
  }
}
