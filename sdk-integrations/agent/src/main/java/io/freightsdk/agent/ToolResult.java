package io.freightsdk.agent;

import io.freightsdk.Charge;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool call: JSON for the model, and the error and charge for your application.
 *
 * <p>Neither a result nor an error contains the agent key, a driver's link, a full phone number or
 * a body of the service.
 *
 * @param json the result as one JSON object, or the error as {@code {"error":{...}}}; amounts of
 *     money are decimal strings
 * @param error the error; null if the call succeeded
 * @param charge the charge of this call; {@link Charge#NONE} if nothing was charged
 */
public record ToolResult(String json, @Nullable ToolError error, Charge charge) {
  public ToolResult {
    Objects.requireNonNull(json, "json");
    Objects.requireNonNull(charge, "charge");
  }

  /** Whether the call has an {@link #error()}. */
  public boolean failed() {
    return error != null;
  }

  /** Returns the error code and the charge, without the JSON. */
  @Override
  public String toString() {
    return "ToolResult[" + (error == null ? "ok" : error.code()) + ", charge=" + charge + "]";
  }
}
