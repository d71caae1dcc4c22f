package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * An order as its customer may see it: nothing here tells balances, limits or prices.
 *
 * @param loadNumber null while there is none
 */
public record OrderState(String reference, State state, @Nullable String loadNumber) {
  /** How far it is. */
  public enum State {
    /** It is sent when its turn comes, or again after a failure. */
    WAITING,
    /** It is being worked on at this moment. */
    SENDING,
    /** It is not sent any more until somebody books it again: {@link FreightJobs#stopped}. */
    STOPPED,
    /** It has its load, which is followed until it is over. */
    BOOKED
  }
}
