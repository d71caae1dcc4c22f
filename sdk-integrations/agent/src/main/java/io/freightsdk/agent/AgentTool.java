package io.freightsdk.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool for an AI model, with a description and a schema for the framework, and a call under the
 * spend limits.
 *
 * <p>Built by {@link FreightTools}. Safe for concurrent use: frameworks run the calls of one turn
 * in parallel.
 */
public interface AgentTool {
  /** The name that the model calls, such as {@code create_load}. */
  String name();

  /** The short name for people, such as {@code Create a tracked load}. */
  String title();

  /**
   * The description for a model. Contains the tool's action, current price and result, and when not
   * to call it.
   *
   * <p>Only the price in the text can change. If the last read of the price list is older than ten
   * seconds, the method reads the list, which is free, and waits at most a second. Before the first
   * successful read, the text refers to {@code get_budget} instead.
   */
  String description();

  /** The JSON Schema of the arguments, as JSON text. */
  String inputSchema();

  /**
   * A new copy of {@link #inputSchema()} as maps, lists, strings, numbers and booleans, for
   * frameworks that need objects.
   */
  Map<String, Object> inputSchemaMap();

  /** The traits that a host checks before it runs the tool, to decide whether to ask a person. */
  ToolTraits traits();

  /**
   * Runs the tool. Throws nothing: every failure is a result, even an {@link Error}.
   *
   * @param argumentsJson the arguments as the model wrote them; null or blank counts as no
   *     arguments
   * @param call the caller; null or {@link ToolCallContext#anonymous()} if unknown
   */
  ToolResult invoke(@Nullable String argumentsJson, @Nullable ToolCallContext call);
}
