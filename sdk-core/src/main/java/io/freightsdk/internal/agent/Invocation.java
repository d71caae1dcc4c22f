package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolCall;
import java.util.Map;
import java.util.Objects;

/**
 * One call of a tool whose arguments are valid.
 *
 * @param tool name of the tool
 * @param arguments as checked against its schema, without nulls
 * @param json the arguments as canonical JSON
 * @param digest tool and arguments; equal for calls that mean the same
 */
record Invocation(
    String tool, Map<String, Object> arguments, String json, String digest, ToolCall call) {

  /** The text of a required argument. */
  String text(String name) {
    return (String) Objects.requireNonNull(arguments.get(name), name);
  }
}
