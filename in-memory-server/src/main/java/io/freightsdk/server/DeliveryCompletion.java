package io.freightsdk.server;

/** What completes a load once its driver has arrived at the last stop. */
public enum DeliveryCompletion {
  /** Arrival at the last stop is the delivery: IN_TRANSIT to DELIVERED. The default. */
  ON_ARRIVAL,
  /**
   * The load waits in AT_DELIVERY until its bill of lading is confirmed, or 30 hours have passed.
   */
  ON_BOL
}
