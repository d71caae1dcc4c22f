package io.freightsdk.server;

/** The event that completes a load whose driver has arrived at the last stop. */
public enum DeliveryCompletion {
  /** The arrival at the last stop: the status changes from IN_TRANSIT to DELIVERED. The default. */
  ON_ARRIVAL,
  /**
   * The confirmation of the bill of lading: the load waits in AT_DELIVERY. After 30 hours without a
   * confirmation, it becomes DELIVERED.
   */
  ON_BOL
}
