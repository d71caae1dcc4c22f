package io.freightsdk.jobs;

/**
 * Receives the results of orders and the events of loads of {@link FreightJobs}: each at least
 * once, on any instance. If a call throws, it is repeated after 5 seconds to 10 minutes; a load has
 * no further event and no further read until the call for its event returns. Calls of {@link
 * #onLoadBooked} for one order do not overlap, nor do calls of {@link #onEvent} for one load. Calls
 * for different orders and loads run concurrently, so implementations must be safe for concurrent
 * use. At most half of the threads are in a listener at a time, so orders are sent on while it
 * hangs.
 */
public interface JobsListener {
  /** Called when an order has its load, and before the events of that. */
  default void onLoadBooked(BookedLoad load) throws Exception {}

  /**
   * Called when an order has stopped, and is not sent until it is booked again or retried. An order
   * that stops again is told again; one that goes on before this call is not told.
   */
  default void onOrderStopped(StoppedOrder order) throws Exception {}

  /** Called when something happened to a followed load. */
  default void onEvent(ReportedEvent reported) throws Exception {}

  /**
   * Called when orders begin to wait for something, at the look that each instance takes every
   * minute: so by each instance, and again by one that was restarted meanwhile.
   */
  default void onWaitingStarted(WaitingOrders waiting) throws Exception {}

  /** Called when no order waits for that any more. */
  default void onWaitingEnded(WaitingOrders waiting) throws Exception {}
}
