package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * What became of {@link FreightJobs#withdraw}.
 *
 * @param loadNumber the load of the order, which stays: the service cancels none; null unless
 *     {@link Result#BOOKED}
 */
public record Withdrawal(Result result, @Nullable String loadNumber) {
  /** Whether it was in time. */
  public enum Result {
    /** It is taken back: it has cost nothing, and nothing is sent. */
    WITHDRAWN,
    /**
     * A load may exist: the order is being sent, or an attempt was lost. Ask again, or wait until
     * the listener is told. An order that had stopped is taken back all the same: nothing is sent
     * of it any more.
     */
    MAYBE_BOOKED,
    /** Too late: it has its load. */
    BOOKED,
    /** There is no such order: it was never stored, was withdrawn, or its load is over. */
    NOT_FOUND
  }
}
