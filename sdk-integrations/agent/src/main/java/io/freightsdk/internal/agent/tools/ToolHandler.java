package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.ToolOutput;
import org.jspecify.annotations.Nullable;

/** Runs a tool with valid arguments. Throws to refuse a call. */
interface ToolHandler {
  ToolOutput handle(ToolCall call);

  /**
   * The problem with a value that has the type of the schema, for a model and without the value: a
   * sentence that starts with the path. Null for none.
   *
   * @param path such as {@code pickups.0.date}
   * @param value a text, a {@code Double}, a list or a map, whose own values have no problem
   */
  default @Nullable String problem(String path, Object value) {
    return null;
  }
}
