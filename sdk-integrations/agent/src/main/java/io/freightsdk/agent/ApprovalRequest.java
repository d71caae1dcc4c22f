package io.freightsdk.agent;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request to approve one paid call at one maximum price, or one confirmation of a delivery.
 *
 * @param tool the name of the tool, such as {@code create_load}
 * @param summary the call for people: one line, and for a load one more line for each stop, with
 *     its appointment in the local time of the stop. At most ten lines of stops: of a longer route
 *     the first eight, a count, and the last. Contains the driver's phone number. Text of the model
 *     is in double quotes, contains no double quote and no line break, and is cut after 60
 *     characters. Show the price first
 * @param priceUsd the maximum price of the call, in USD; 0 for a confirmation of a delivery, which
 *     needs an approval because it cannot be undone
 * @param scope the caller's {@link ToolCallContext#scope()}; null if it has none
 * @param arguments the arguments of the call by name, for hosts that show them in their own form.
 *     They have visible characters only. Do not log them, because they have the driver's full phone
 *     number
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

  /** Returns all components except the summary and the arguments, which have a phone number. */
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
