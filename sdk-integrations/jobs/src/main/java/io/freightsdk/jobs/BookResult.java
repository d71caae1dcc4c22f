package io.freightsdk.jobs;

/** What became of an order that was given to {@link FreightJobs#book}. */
public enum BookResult {
  /** It is stored, and its load is created after the commit. */
  STORED,
  /** It waited, or had stopped, and has the new content now. */
  REPLACED,
  /**
   * Too late: it is being sent, or has its load, or an attempt was lost that may have made one. The
   * new content is not stored.
   */
  SENDING
}
