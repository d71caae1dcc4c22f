package io.freightsdk.agent;

import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A tool whose texts a model gets to see in other words.
 *
 * @param rewrite applied to the description, the schema of the arguments and each result
 */
record RewrittenTool(AgentTool tool, UnaryOperator<String> rewrite) implements AgentTool {
  @Override
  public String name() {
    return tool.name();
  }

  @Override
  public String title() {
    return tool.title();
  }

  @Override
  public String description() {
    return rewrite.apply(tool.description());
  }

  @Override
  public String inputSchema() {
    return rewrite.apply(tool.inputSchema());
  }

  @Override
  public Map<String, Object> inputSchemaMap() {
    return Json.object(inputSchema());
  }

  @Override
  public ToolTraits traits() {
    return tool.traits();
  }

  @Override
  public ToolResult invoke(String argumentsJson, ToolCall call) {
    ToolResult result = tool.invoke(argumentsJson, call);
    return new ToolResult(
        rewrite.apply(result.json()), result.error(), result.charge(), result.repeated());
  }
}
