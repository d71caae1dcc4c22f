package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.ToolOutput;
import org.jspecify.annotations.Nullable;

/** What a tool does with valid arguments. It throws to refuse a call. */
interface ToolHandler extends ArgumentReader.ValueCheck {
  ToolOutput handle(ToolCall invocation);

  @Override
  default @Nullable String problem(String path, Object value) {
    return null;
  }
}
