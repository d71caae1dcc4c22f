package io.freightsdk.agent;

import io.freightsdk.Charge;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One finished call of a tool, for logs, metrics and audits. It has neither the arguments nor the
 * result.
 *
 * @param tool name of the tool
 * @param digest digest of the tool and its arguments; null when the arguments were not valid
 * @param scope the caller's {@link ToolCall#scope()}; null for none
 * @param callId the caller's {@link ToolCall#callId()}; null when unknown
 * @param errorCode {@link ToolError#code()}; null when the call succeeded
 * @param charge what the call took from the prepaid balance
 * @param repeated whether an earlier result was returned again for free
 * @param elapsed from the call to the result, including the wait for an approval
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
