package io.freightsdk.agent;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person is asked to approve: exactly one call, at one price.
 *
 * @param tool name of the tool
 * @param summary one line for people: what the call does, with the driver's phone number and the
 *     first and last stop of a load. Text that the model wrote is in double quotes, contains none
 *     itself and is cut after 60 characters. Show the price first
 * @param priceUsd what the call costs, in USD; at a higher price it is not sent. 0 for a
 *     confirmation of a delivery, which is asked about because it cannot be taken back
 * @param scope the caller's {@link ToolCallContext#scope()}; null for none
 * @param arguments the arguments that will be sent, by name, for hosts that show them in their own
 *     form; visible characters only. Not for logs: the driver's phone number is in full
 */
public record ApprovalRequest(
    String tool,
    String summary,
    BigDecimal priceUsd,
    @Nullable String scope,
    Map<String, Object> arguments) {
  public ApprovalRequest {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(priceUsd, "priceUsd");
    arguments = Map.copyOf(arguments);
  }

  /** Without the summary and the arguments, which have a phone number. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "ApprovalRequest[tool=%s, priceUsd=%s, scope=%s]",
        tool,
        priceUsd.toPlainString(),
        scope);
  }
}
