package io.freightsdk.agent;

import java.util.Objects;

/**
 * What a host needs to know about a tool before it decides whether to ask a person.
 *
 * @param readOnly whether a call changes nothing and costs nothing; a paid read does change the
 *     balance, and hosts run tools with this trait without asking
 * @param destructive whether a call changes something that cannot be changed back
 * @param idempotent whether an identical call has no further effect and no further cost
 * @param openWorld whether a call reaches people or things outside the service: a text to a driver
 * @param cost what a call costs
 */
public record ToolTraits(
    boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld, Cost cost) {
  public ToolTraits {
    Objects.requireNonNull(cost, "cost");
  }
}
