package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * Result of {@link FreightJobs#book}.
 *
 * @param loadNumber the load of the order; null unless {@link Result#HAS_LOAD}
 */
public record BookResult(Result result, @Nullable String loadNumber) {
  /** What became of the order. */
  public enum Result {
    /** The order is stored; its load is created after the commit. */
    STORED,
    /** The order was waiting or had stopped, and now has the new content. */
    REPLACED,
    /**
     * A load may exist: the order is being sent, or an attempt was lost. The new content is not
     * stored. Try again, or wait until the listener is called.
     */
    MAY_HAVE_LOAD,
    /**
     * Too late: the order has its load, which is followed. The new content is not stored, and the
     * listener is not called.
     */
    HAS_LOAD
  }
}
