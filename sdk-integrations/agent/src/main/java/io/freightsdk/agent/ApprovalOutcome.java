package io.freightsdk.agent;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one approval request, for a record of who approved what. Unlike {@link
 * ApprovalRequest}, it contains no phone number and no address.
 *
 * @param tool the name of the tool, such as {@code create_load}
 * @param reference the {@code customerRef} of a load to create; the load number for other tools
 * @param priceUsd the maximum price of the call, in USD; 0 for a confirmation of a delivery
 * @param scope the caller's {@link ToolCallContext#scope()}; null if it has none
 * @param approved the answer; null if there was none, because nobody answered in time, the approver
 *     failed, or the call was cancelled. Only true sends the call
 * @param elapsed the time from the request to its end
 */
public record ApprovalOutcome(
    String tool,
    String reference,
    BigDecimal priceUsd,
    @Nullable String scope,
    @Nullable Boolean approved,
    Duration elapsed) {
  public ApprovalOutcome {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(priceUsd, "priceUsd");
    Objects.requireNonNull(elapsed, "elapsed");
  }
}
