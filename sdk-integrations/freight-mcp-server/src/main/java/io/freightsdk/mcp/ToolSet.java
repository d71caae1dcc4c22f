package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolTraits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The tools on offer. Their texts are there at once; the tools that act follow when the books are
 * open, because a host waits a second for a list and an agent minutes for its first call.
 *
 * @param texts tools to list until the others are ready
 * @param acting tools to call
 */
record ToolSet(List<AgentTool> texts, CompletableFuture<List<AgentTool>> acting) {

  static ToolSet of(List<AgentTool> tools) {
    return new ToolSet(tools, CompletableFuture.completedFuture(tools));
  }

  /** The tools as {@code tools/list} tells them, with the prices of the moment. */
  List<Map<String, Object>> described() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (AgentTool tool : ready() ? acting.join() : texts) {
      ToolTraits traits = tool.traits();
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", tool.name());
      one.put("title", tool.title());
      one.put("description", tool.description());
      one.put("inputSchema", tool.inputSchemaMap());
      one.put("outputSchema", tool.outputSchemaMap());
      one.put(
          "annotations",
          Map.of(
              "title", tool.title(),
              "readOnlyHint", traits.readOnly(),
              "destructiveHint", traits.destructive(),
              "idempotentHint", traits.idempotent(),
              "openWorldHint", traits.openWorld()));
      all.add(one);
    }
    return all;
  }

  private boolean ready() {
    return acting.isDone() && !acting.isCompletedExceptionally();
  }

  /** Whether there is a tool of this name, without waiting. */
  boolean has(String name) {
    return texts.stream().anyMatch(tool -> tool.name().equals(name));
  }

  /** The tool that acts; waits until the books are open. */
  @Nullable AgentTool find(String name) {
    return acting.join().stream().filter(tool -> tool.name().equals(name)).findFirst().orElse(null);
  }

  /** What a model is told that calls a tool which is not there. */
  String unknown(String name) {
    return Objects.requireNonNull(FreightTools.unknownTool(name, texts).error()).message();
  }
}
