package io.freightsdk.agent;

import java.util.Map;
import java.util.Objects;

/**
 * Why a tool gave no result, written so that a model knows what to do next.
 *
 * @param code stable code of the failure, such as {@code INSUFFICIENT_FUNDS}
 * @param retry whether, and how, to call again
 * @param message what happened, with numbers; whether money was taken; the next step
 * @param details values of the failure by name, such as {@code priceUsd}; the names are from a
 *     fixed list, and every value is checked, so that no free text of the service or the model gets
 *     in
 */
public record ToolError(String code, Retry retry, String message, Map<String, String> details) {

  /** What a model may do after a failure. */
  public enum Retry {
    /** Calling again gives the same failure, such as after an approval that was declined. */
    NEVER,
    /** Call again after a person has acted: topped up, replaced the key, raised a limit. */
    AFTER_USER_ACTION,
    /**
     * Call again with exactly the same arguments; that cannot create or charge anything twice. A
     * creation whose answer was lost, or whose price rose after the approval.
     */
    SAME_ARGUMENTS,
    /**
     * Do not repeat the call: it may have been charged, and a second call is charged again. Call
     * {@code get_budget} first, then decide.
     */
    NEVER_SAME_ARGUMENTS,
    /** Call again with the arguments corrected as the message says. */
    CHANGED_ARGUMENTS,
    /**
     * Call again later, once: a limit per hour or day is used up, a delivery is confirmed too
     * early, other calls are in the way, such as one for the same order or a hundred of this person
     * that wait, or the service or the ledger is down.
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
