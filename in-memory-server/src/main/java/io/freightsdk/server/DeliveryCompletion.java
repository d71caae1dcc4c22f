package io.freightsdk.server;

/** The event that completes a load whose driver has arrived at the last stop. */
public enum DeliveryCompletion {
  /** The arrival: IN_TRANSIT to DELIVERED. The default. */
  ON_ARRIVAL,
  /**
   * The confirmation of the bill of lading. After 30 hours in AT_DELIVERY, the load is delivered
   * without it.
   */
  ON_BOL
}
