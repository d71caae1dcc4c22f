package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * Result of {@link FreightJobs#withdraw}.
 *
 * @param loadNumber the load of the order, which remains: the service cannot cancel it; null unless
 *     {@link Result#BOOKED}
 */
public record Withdrawal(Result result, @Nullable String loadNumber) {
  /** Whether the withdrawal was in time. */
  public enum Result {
    /** The order is withdrawn: it has cost nothing, and nothing is sent. */
    WITHDRAWN,
    /**
     * A load may exist: the order is being sent, or an attempt was lost. Try again, or wait until
     * the listener is called. An order that had stopped is removed all the same, and not sent
     * again.
     */
    MAYBE_BOOKED,
    /** Too late: the order has its load. */
    BOOKED,
    /** There is no such order: it was never stored, was withdrawn, or its load is over. */
    NOT_FOUND
  }
}
