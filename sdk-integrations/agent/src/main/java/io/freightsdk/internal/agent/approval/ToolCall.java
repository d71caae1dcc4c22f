package io.freightsdk.internal.agent.approval;

import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.UntrustedText;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool.
 *
 * @param tool name of the tool
 * @param arguments by name, as the schema has them, without nulls
 */
public record ToolCall(String tool, Map<String, Object> arguments, ToolCallContext context) {
  /** Who calls: those without a scope are one caller. */
  String callerId() {
    return String.valueOf(context.scope());
  }

  /** The text of a required argument. */
  public String text(String name) {
    return Objects.requireNonNull(optionalText(name), name);
  }

  /** The text of an argument; null when it was not given. */
  public @Nullable String optionalText(String name) {
    return (String) arguments.get(name);
  }

  /** A load number, which becomes part of an address. */
  public String loadNumber() {
    return Objects.requireNonNull(UntrustedText.identifier(text("loadNumber")), "loadNumber");
  }

  /** What is wrong with a load number, for a model; null for nothing. */
  public static @Nullable String loadNumberProblem(Object value) {
    boolean isOne = UntrustedText.identifier((String) value) != null;
    return isOne ? null : "loadNumber: expected a load number such as LD-2026-0001";
  }

  /** Returns unless the host has cancelled the call. Nothing has been sent for it yet. */
  public void requireNotCancelled() {
    if (!isCancelled()) return;
    throw ToolErrorException.of("CANCELLED", Retry.SAME_ARGUMENTS)
        .because(
            "The call was cancelled before it was sent.",
            "Call again only if the result is still wanted.");
  }

  private boolean isCancelled() {
    return HookGuard.run(
        tool + ": the function of withCancellation", context::isCancelled, () -> true);
  }
}
