package io.freightsdk.jobs;

/** Result of {@link FreightJobs#book}. */
public enum BookResult {
  /** The order is stored; its load is created after the commit. */
  STORED,
  /** The order was waiting or had stopped, and now has the new content. */
  REPLACED,
  /**
   * Too late: the order is being sent, has its load, or lost an attempt that may have created one.
   * The new content is not stored.
   */
  SENDING
}
