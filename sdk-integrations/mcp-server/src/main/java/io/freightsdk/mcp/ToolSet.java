package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The tools of the server. Their list is available at once, because a host waits only a second for
 * it; the tools can be called when the books are open.
 */
final class ToolSet {
  private final CompletableFuture<List<AgentTool>> texts;
  private final ActingTools acting;
  private volatile @Nullable List<String> told;

  /**
   * @param texts the tools to list until the others are ready
   * @param acting tools to call
   */
  ToolSet(CompletableFuture<List<AgentTool>> texts, ActingTools acting) {
    this.texts = texts;
    this.acting = acting;
  }

  /** The tools for {@code tools/list}, with the current prices. */
  List<Map<String, Object>> described() {
    List<Map<String, Object>> all = new ArrayList<>();
    List<AgentTool> tools = current();
    told = descriptions(tools);
    for (AgentTool tool : tools) {
      ToolTraits traits = tool.traits();
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", tool.name());
      one.put("title", tool.title());
      one.put("description", tool.description());
      one.put("inputSchema", tool.inputSchemaMap());
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

  /** Whether a host has received descriptions with prices that have changed since. */
  boolean isOutdated() {
    List<String> before = told;
    return before != null && !before.equals(descriptions(current()));
  }

  private List<AgentTool> current() {
    List<AgentTool> ready = acting.now();
    return ready != null ? ready : texts.join();
  }

  private static List<String> descriptions(List<AgentTool> tools) {
    return tools.stream().map(AgentTool::description).toList();
  }

  /** Whether there is a tool of this name, without waiting for the books. */
  boolean has(String name) {
    return texts.join().stream().anyMatch(tool -> tool.name().equals(name));
  }

  /** The tool that can be called; waits until the books are open. */
  AgentTool find(String name) throws ActingTools.Unavailable, InterruptedException {
    return acting.await().stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no tool " + name));
  }

  /** Says why if the books have stopped a call. */
  void ended(ToolResult result) {
    acting.ended(result);
  }

  /** The message for a model that calls an unknown tool. */
  String unknown(String name) {
    return Objects.requireNonNull(FreightTools.unknownTool(name, texts.join()).error()).message();
  }
}
