package io.freightsdk.internal.agent.results;

import io.freightsdk.Charge;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool that succeeded, before it is written as JSON.
 *
 * @param members in the order in which a model reads them; null values are omitted
 * @param charge {@link Charge#NONE} if nothing was charged
 */
public record ToolOutput(Map<String, @Nullable Object> members, Charge charge) {

  public static ToolOutput free(Map<String, @Nullable Object> members) {
    return new ToolOutput(members, Charge.NONE);
  }
}
