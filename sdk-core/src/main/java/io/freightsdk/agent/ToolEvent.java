package io.freightsdk.agent;

import io.freightsdk.Charge;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One finished call of a tool, for logs, metrics and audits. Holds no arguments and no result.
 *
 * @param tool name of the tool
 * @param digest tool and arguments; null when the arguments were not valid
 * @param scope the caller's {@link ToolCall#scope()}; null for none
 * @param callId the caller's {@link ToolCall#callId()}; null when unknown
 * @param errorCode {@link ToolError#code()}; null when the call succeeded
 * @param charge what the call did to the prepaid balance
 * @param repeated whether an earlier result was given again for free
 * @param elapsed from the call to the result, waiting for an approval included
 */
public record ToolEvent(
    String tool,
    @Nullable String digest,
    @Nullable String scope,
    @Nullable String callId,
    @Nullable String errorCode,
    Charge charge,
    boolean repeated,
    Duration elapsed) {
  public ToolEvent {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(charge, "charge");
    Objects.requireNonNull(elapsed, "elapsed");
  }
}
