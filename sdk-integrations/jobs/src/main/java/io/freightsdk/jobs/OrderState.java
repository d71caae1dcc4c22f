package io.freightsdk.jobs;

import io.freightsdk.error.FieldProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of an order. It contains no balances, limits or prices, so the customer may see it.
 *
 * @param loadNumber null while there is none
 * @param problems the fields for which the service refused it; empty unless it is {@link
 *     State#STOPPED} for them
 */
public record OrderState(
    String reference, State state, @Nullable String loadNumber, List<FieldProblem> problems) {
  public OrderState {
    problems = List.copyOf(problems);
  }

  /** How far the order is. */
  public enum State {
    /** Waits to be sent, for the first time or again after a failure. */
    WAITING,
    /** Is being processed now. */
    SENDING,
    /** Is not sent until it is booked again: see {@link FreightJobs#stopped}. */
    STOPPED,
    /** Has its load, which is followed until it is over. */
    HAS_LOAD
  }
}
