package io.freightsdk.jobs;

/**
 * Receives the bookings and events of {@link FreightJobs}. Each is delivered at least once, on any
 * instance. If a call throws, it is repeated after 5 seconds to 10 minutes; events are then
 * repeated from the first of the same reading, and the load is not read before all are delivered.
 * Calls for one order do not overlap, nor do calls for one load; those for different ones run
 * concurrently, so implementations must be safe for concurrent use.
 */
public interface JobsListener {
  /** Called when an order has its load. */
  default void onBooked(Booking booking) throws Exception {}

  /** Called when something happened to a load that is followed. */
  default void onEvent(LoadEvent event) throws Exception {}
}
