package io.freightsdk.agent;

import java.util.Map;
import java.util.Objects;

/**
 * Why a tool gave no result, told so that a model does the right next thing.
 *
 * @param code stable name of the kind of failure, such as {@code INSUFFICIENT_FUNDS}
 * @param retry whether, and how, to call again
 * @param message what happened, with numbers; whether money moved; one next step
 * @param facts figures of the failure by name, such as {@code priceUsd}; only ones from a fixed
 *     list, never a part of what the service or the model sent
 */
public record ToolError(String code, Retry retry, String message, Map<String, String> facts) {

  /** What a model may do after a failure. */
  public enum Retry {
    /** Calling again gives the same failure. */
    NEVER,
    /** Call again after a person has acted: topped up, approved, raised a limit. */
    AFTER_USER_ACTION,
    /** Call again with exactly the same arguments; that cannot create or charge twice. */
    SAME_ARGUMENTS,
    /**
     * Do not repeat the call: it may have been charged, and a repeat pays again. Call {@code
     * get_balance}, then decide.
     */
    NEVER_SAME_ARGUMENTS,
    /** Call again with the arguments fixed as the message says. */
    CHANGED_ARGUMENTS,
    /** Call again later. */
    AFTER_DELAY
  }

  public ToolError {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(message, "message");
    facts = Map.copyOf(facts);
  }
}
