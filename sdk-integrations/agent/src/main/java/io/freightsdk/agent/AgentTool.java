package io.freightsdk.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One tool for an AI model: a description and a schema that a framework can offer, and a call that
 * keeps the spend limits.
 *
 * <p>Built by {@link FreightTools}. Safe for concurrent use: frameworks run the calls of one turn
 * in parallel.
 */
public interface AgentTool {
  /** The name that the model calls, such as {@code create_load}. */
  String name();

  /** A short name for people, such as {@code Create a tracked load}. */
  String title();

  /**
   * What the tool does, with its live price, when not to call it and what comes back.
   *
   * <p>Only the price in the text changes, when the service changes it. If the price list was not
   * read in the last ten seconds, the method reads it, which is free, and waits a second at most.
   * Until it was read once, the text refers to {@code get_budget} instead.
   */
  String description();

  /** JSON Schema of the arguments, as JSON text. */
  String inputSchema();

  /**
   * {@link #inputSchema()} as maps, lists, strings, numbers and booleans, for frameworks that take
   * a schema as objects. Each call returns a new copy.
   */
  Map<String, Object> inputSchemaMap();

  /** What a host needs to know to decide whether it asks a person before it runs the tool. */
  ToolTraits traits();

  /**
   * Runs the tool. Every failure is a result; only an {@link Error} is thrown.
   *
   * @param argumentsJson the arguments as the model wrote them; null or blank counts as no
   *     arguments
   * @param call who calls; null or {@link ToolCallContext#anonymous()} if unknown
   */
  ToolResult invoke(@Nullable String argumentsJson, @Nullable ToolCallContext call);
}
