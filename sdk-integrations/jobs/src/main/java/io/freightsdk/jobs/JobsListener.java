package io.freightsdk.jobs;

/**
 * Whom {@link FreightJobs} tells what became of orders and loads. Each is told at least once, on
 * whichever instance; one that throws is told the same again after 5 seconds to 10 minutes, with
 * the events of its reading from the first on, and until then nothing is read for that load. Of one
 * order and of one load only one thing is told at a time, of many at once: it must be safe for
 * concurrent use.
 */
public interface JobsListener {
  /** An order has its load. */
  default void onBooked(Booking booking) throws Exception {}

  /** Something happened to a load that is followed. */
  default void onEvent(LoadEvent event) throws Exception {}
}
