package io.freightsdk.agent;

import java.util.Map;
import java.util.Objects;

/**
 * The error of a tool, written for a model.
 *
 * @param code the stable code of the failure, such as {@code INSUFFICIENT_FUNDS}
 * @param retry whether and how a model may repeat the call
 * @param message the fact with numbers, the charge and the next step
 * @param details the values by name, such as {@code priceUsd}. Names are fixed and values are
 *     checked, so they never contain text of the service or the model
 */
public record ToolError(String code, Retry retry, String message, Map<String, String> details) {

  /** The next step of a model after a failure. */
  public enum Retry {
    /** A repeat fails again, for example after a declined approval. */
    NEVER,
    /** Call again after a person has topped up, replaced the key, or raised a limit. */
    AFTER_USER_ACTION,
    /**
     * Call again with exactly the same arguments, which cannot create or charge anything twice.
     * Used for a creation whose response was lost, or whose price increased after the approval.
     */
    SAME_ARGUMENTS,
    /**
     * Do not repeat the call. It may have been charged, and a repeat is charged again. Call {@code
     * get_budget} first, then decide.
     */
    NEVER_SAME_ARGUMENTS,
    /** Call again with corrected arguments, as the message explains. */
    CHANGED_ARGUMENTS,
    /**
     * Call again later, once. Used if a limit per hour or day is used up, or the driver has not
     * arrived. Also used while another call is in progress, for example for the same order, and
     * while the service or the ledger is unavailable.
     */
    AFTER_DELAY
  }

  public ToolError {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(message, "message");
    details = Map.copyOf(details);
  }
}
