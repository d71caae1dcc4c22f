package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract;
import io.freightsdk.agent.ToolCallContext;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The functions that the page shows for other frameworks pass the tests of our adapters. */
class AnyFrameworkIT extends CreateLoadContract {
  @Override
  protected List<String> converse(List<AgentTool> tools, ToolCallContext caller, List<Step> script)
      throws Exception {
    Class<?> lines = AgentSnippet.compile("any-framework");
    Method declaration = lines.getMethod("declaration", AgentTool.class);
    for (AgentTool tool : tools) {
      assertThat((Map<?, ?>) declaration.invoke(null, tool))
          .isEqualTo(
              Map.of(
                  "name", tool.name(),
                  "description", tool.description(),
                  "parameters", tool.inputSchemaMap()));
    }
    Method result =
        lines.getMethod(
            "result", List.class, ToolCallContext.class, String.class, String.class, String.class);
    List<String> results = new ArrayList<>();
    for (Step step : script) {
      String id = "call-" + results.size();
      Map<?, ?> response =
          (Map<?, ?>) result.invoke(null, tools, caller, id, step.tool(), step.arguments());
      assertThat(response.get("call_id")).isEqualTo(id);
      results.add((String) response.get("output"));
    }
    return results;
  }
}
