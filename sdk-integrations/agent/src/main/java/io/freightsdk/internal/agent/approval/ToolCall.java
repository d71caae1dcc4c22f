package io.freightsdk.internal.agent.approval;

import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.internal.environment.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool.
 *
 * @param tool name of the tool
 * @param arguments by name, in the order of the schema, without nulls
 * @param startNanos the start of the call by {@code time}
 */
public record ToolCall(
    String tool,
    Map<String, Object> arguments,
    ToolCallContext context,
    TimeSource time,
    long startNanos) {
  /** Hosts end a call after a minute, and would not read what a longer wait was for. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(45);

  /** How long this call may still wait for other calls. */
  public Duration remainingWait() {
    Duration remaining = MAX_WAIT.minusNanos(time.nanos() - startNanos);
    return remaining.isNegative() ? Duration.ZERO : remaining;
  }

  /** The caller's scope; the same text for all calls without a scope. */
  String callerId() {
    return String.valueOf(context.scope());
  }

  /** The text of a required argument. */
  public String text(String name) {
    return Objects.requireNonNull(optionalText(name), name);
  }

  /** The text of an optional argument; null if it is missing. */
  public @Nullable String optionalText(String name) {
    return (String) arguments.get(name);
  }

  /** The load number, which becomes part of the path. */
  public String loadNumber() {
    return Objects.requireNonNull(UntrustedText.identifier(text("loadNumber")), "loadNumber");
  }

  /** The problem with a load number, for a model; null for none. */
  public static @Nullable String loadNumberProblem(Object value) {
    boolean isOne = UntrustedText.identifier((String) value) != null;
    return isOne
        ? null
        : "loadNumber: expected a load number such as LD-2026-0001; call list_loads to find it";
  }

  /** Throws if the host has cancelled the call. Called before anything is sent. */
  public void requireNotCancelled() {
    if (!isCancelled()) return;
    throw ToolErrorException.of("CANCELLED", Retry.NEVER)
        .because(
            "The call was cancelled before it was sent.",
            "Call again only if the result is still wanted.");
  }

  private boolean isCancelled() {
    return HookGuard.run(
        tool + ": the function of withCancellation", context::isCancelled, () -> true);
  }
}
