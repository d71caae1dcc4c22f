package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.ToolOutput;
import org.jspecify.annotations.Nullable;

/** Runs a tool with valid arguments. Throws to refuse a call. */
interface ToolHandler extends ArgumentReader.ValueCheck {
  ToolOutput handle(ToolCall call);

  @Override
  default @Nullable String problem(String path, Object value) {
    return null;
  }
}
