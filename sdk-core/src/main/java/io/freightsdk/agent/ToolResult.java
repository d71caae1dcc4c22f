package io.freightsdk.agent;

import io.freightsdk.Charge;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a call of a tool gave.
 *
 * <p>Neither a result nor an error holds the agent key, a driver link, a full phone number or a
 * body of the service, unless {@link FreightTools.Builder#showDriverLinks()} asked for the links.
 *
 * @param json the result as one JSON object that fits {@link AgentTool#outputSchema()}, or the
 *     error as {@code {"error":{...}}}; amounts of money are decimal strings
 * @param error why there is no result; null when the call succeeded
 * @param charge what this call did to the prepaid balance
 * @param repeated whether this is the result of an earlier call, given again for free
 */
public record ToolResult(String json, @Nullable ToolError error, Charge charge, boolean repeated) {
  public ToolResult {
    Objects.requireNonNull(json, "json");
    Objects.requireNonNull(charge, "charge");
  }

  public boolean isError() {
    return error != null;
  }

  /** Whether it failed and what it cost, without the result: that may hold a driver's link. */
  @Override
  public String toString() {
    String outcome = error == null ? "ok" : error.code();
    return "ToolResult[" + outcome + ", charge=" + charge + ", repeated=" + repeated + "]";
  }
}
