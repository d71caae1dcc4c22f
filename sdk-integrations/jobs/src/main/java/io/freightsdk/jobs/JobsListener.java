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
  /** Called when an order has its load, before the events of the load. */
  default void onLoadBooked(BookedLoad load) throws Exception {}

  /**
   * Called when an order has stopped, and is not sent until you book or retry it again. Called
   * again when it stops again; not called if it was booked or retried before this call.
   */
  default void onOrderStopped(StoppedOrder order) throws Exception {}

  /** Called when something happened to a followed load. */
  default void onEvent(ReportedEvent reported) throws Exception {}

  /**
   * Called when orders or loads start to wait for something: by each instance, in its check of
   * every minute, and again by an instance that was restarted meanwhile.
   */
  default void onWaitingStarted(WaitingWork waiting) throws Exception {}

  /**
   * Called when no order or load waits for it any more.
   *
   * @param stoppedOrders orders that have stopped since the first of them waited, and are not sent
   *     until you retry them; 0 if all of them were sent
   */
  default void onWaitingEnded(WaitReason waitingFor, long stoppedOrders) throws Exception {}
}
