package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolError.Retry;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool whose arguments are valid.
 *
 * @param tool name of the tool
 * @param arguments as checked against its schema, without nulls
 * @param counted the arguments that identify the call; see {@link ToolBody#counted}
 * @param json the counted arguments as JSON
 * @param digest digest of the tool and the counted arguments; equal for equal calls
 */
record Invocation(
    String tool,
    Map<String, Object> arguments,
    Map<String, Object> counted,
    String json,
    String digest,
    ToolCall call) {

  /** The text of a required argument. */
  String text(String name) {
    return Objects.requireNonNull(optionalText(name), name);
  }

  /** The text of an argument; null when it was not given. */
  @Nullable String optionalText(String name) {
    return (String) counted.getOrDefault(name, arguments.get(name));
  }

  /** Returns unless the host has cancelled the call. Nothing has been sent for it yet. */
  void requireWanted() {
    if (!call.isCancelled()) return;
    throw Refusal.of("CANCELLED", Retry.SAME_ARGUMENTS)
        .because(
            "The call was cancelled before it was sent.",
            "Call again only if the result is still wanted.");
  }
}
