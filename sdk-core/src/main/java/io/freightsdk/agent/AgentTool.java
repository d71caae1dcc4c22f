package io.freightsdk.agent;

import java.util.Map;

/**
 * One thing that a model can do with freight loads, described so that a framework can offer it and
 * guarded so that a model cannot overspend with it.
 *
 * <p>Made by {@link FreightTools}. Safe for concurrent use, and meant for it: frameworks run the
 * calls of one turn in parallel.
 */
public interface AgentTool {
  /** The name that the model calls, such as {@code create_load}. */
  String name();

  /** A short name for people, such as {@code Create a tracked load}. */
  String title();

  /**
   * What the tool does, with its live price, when not to call it and what comes back.
   *
   * <p>The text changes when the service changes the price; the rest is always the same. Does not
   * wait for the network: before the price list was read it names {@code get_pricing} instead.
   */
  String description();

  /** JSON Schema of the arguments, as JSON text. */
  String inputSchema();

  /** JSON Schema of {@link ToolResult#json()} of a call that succeeded, as JSON text. */
  String outputSchema();

  /**
   * {@link #inputSchema()} as maps, lists, texts, numbers and booleans, for frameworks that take a
   * schema as objects. Each call gives a copy.
   */
  Map<String, Object> inputSchemaMap();

  /** {@link #outputSchema()} likewise. */
  Map<String, Object> outputSchemaMap();

  /** What a host needs to know before it runs the tool without asking. */
  ToolTraits traits();

  /**
   * Runs the tool. Every failure is a result: nothing but an {@link Error} is ever thrown.
   *
   * @param argumentsJson the arguments as the model wrote them; blank counts as no arguments
   * @param call who calls; {@link ToolCall#anonymous()} when nothing is known
   */
  ToolResult invoke(String argumentsJson, ToolCall call);

  /** Runs the tool for an unnamed caller and gives the text for the model. */
  default String call(String argumentsJson) {
    return invoke(argumentsJson, ToolCall.anonymous()).json();
  }
}
