package io.freightsdk.agent;

import io.freightsdk.Charge;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call of a tool.
 *
 * <p>Neither a result nor an error contains the agent key, a full phone number or a body of the
 * service. It contains driver links only after {@link FreightTools.Builder#showDriverLinks()}.
 *
 * @param json the result as one JSON object, or the error as {@code {"error":{...}}}; amounts of
 *     money are decimal strings
 * @param error why there is no result; null when the call succeeded
 * @param charge what this call took from the prepaid balance
 * @param repeated whether this is the result of an earlier call, returned again for free
 */
public record ToolResult(String json, @Nullable ToolError error, Charge charge, boolean repeated) {
  public ToolResult {
    Objects.requireNonNull(json, "json");
    Objects.requireNonNull(charge, "charge");
  }

  public boolean isError() {
    return error != null;
  }

  /**
   * Whether the call failed and what it cost, without the JSON, which may contain a driver's link.
   */
  @Override
  public String toString() {
    String outcome = error == null ? "ok" : error.code();
    return "ToolResult[" + outcome + ", charge=" + charge + ", repeated=" + repeated + "]";
  }
}
