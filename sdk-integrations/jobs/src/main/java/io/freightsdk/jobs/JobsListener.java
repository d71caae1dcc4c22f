package io.freightsdk.jobs;

/**
 * Receives what becomes of orders and loads of {@link FreightJobs}. Each is delivered at least
 * once, on any instance. If a call throws, it is repeated after 5 seconds to 10 minutes; events are
 * then repeated from the first of the same reading, and the load is not read before all are
 * delivered. Calls of {@link #onLoad} for one order do not overlap, nor do calls of {@link
 * #onEvent} for one load, unless the clocks of instances differ by more than 20 seconds. An order
 * that is booked again may have its load while {@link #onOrderStopped} still runs. Calls for
 * different orders and loads run concurrently, so implementations must be safe for concurrent use.
 * At most half of the threads are in a listener at a time, so orders are sent on while it hangs.
 */
public interface JobsListener {
  /** Called when an order has its load. */
  default void onLoad(OrderLoad load) throws Exception {}

  /**
   * Called when an order has stopped, and is not sent until it is booked again. An order that stops
   * again is reported again.
   */
  default void onOrderStopped(StoppedOrder order) throws Exception {}

  /** Called when something happened to a load that is followed. */
  default void onEvent(LoadEvent event) throws Exception {}
}
