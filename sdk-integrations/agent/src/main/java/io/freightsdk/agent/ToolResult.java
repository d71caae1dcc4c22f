package io.freightsdk.agent;

import io.freightsdk.Charge;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call of a tool.
 *
 * <p>Neither a result nor an error contains the agent key, a driver's link, a full phone number or
 * a body of the service.
 *
 * @param json the result as one JSON object, or the error as {@code {"error":{...}}}; amounts of
 *     money are decimal strings
 * @param error why there is no result; null when the call succeeded
 * @param charge what this call took from the prepaid balance
 */
public record ToolResult(String json, @Nullable ToolError error, Charge charge) {
  public ToolResult {
    Objects.requireNonNull(json, "json");
    Objects.requireNonNull(charge, "charge");
  }

  /** Whether there is an {@link #error()} in place of a result. */
  public boolean failed() {
    return error != null;
  }

  /** Whether the call failed and what it cost, without the JSON, which is the model's. */
  @Override
  public String toString() {
    return "ToolResult[" + (error == null ? "ok" : error.code()) + ", charge=" + charge + "]";
  }
}
