package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.approval.Invocation;
import org.jspecify.annotations.Nullable;

/** What a tool does with valid arguments. It throws to refuse a call. */
interface ToolBody extends Arguments.Check {
  Answer run(Invocation invocation);

  @Override
  default @Nullable String problem(String path, Object value) {
    return null;
  }
}
