package io.freightsdk.jobs;

/**
 * A listener for the results of orders and the events of loads of {@link FreightJobs}. Each result
 * and each event is reported at least once, on any instance.
 *
 * <ul>
 *   <li>If a method throws, it is called again after 5 seconds to 10 minutes.
 *   <li>A load has no further event and no further read until {@link #onEvent} has returned.
 *   <li>Calls of {@link #onLoadBooked} for one order do not overlap, and calls of {@link #onEvent}
 *       for one load do not overlap.
 *   <li>Calls for different orders and loads run concurrently, so implementations must be safe for
 *       concurrent use.
 *   <li>At most half of the threads call the listener at a time, so orders are sent while it hangs.
 * </ul>
 */
public interface JobsListener {
  /** Called when an order has its load, before the events of the load. */
  default void onLoadBooked(BookedLoad load) throws Exception {}

  /**
   * Called when an order has stopped. It is not sent until you book or retry it. Called again if it
   * stops again. Not called if the order was booked or retried in the meantime.
   */
  default void onOrderStopped(OrderSummary order) throws Exception {}

  /** Called for each event of a followed load, in order. */
  default void onEvent(ReportedEvent reported) throws Exception {}

  /**
   * Called when orders or loads start to wait, for example for a top-up. Each instance checks every
   * minute and calls this method itself. An instance that was restarted calls it again.
   */
  default void onWaitingStarted(WaitingWork waiting) throws Exception {}

  /**
   * Called when no order or load waits for this reason any more.
   *
   * @param stoppedOrders the number of orders that have stopped since the first order waited. They
   *     are not sent until you retry them. 0 if all orders were sent
   */
  default void onWaitingEnded(WaitReason waitingFor, long stoppedOrders) throws Exception {}
}
