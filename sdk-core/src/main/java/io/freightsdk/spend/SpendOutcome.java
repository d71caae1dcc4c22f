package io.freightsdk.spend;

/** Whether one paid attempt was charged. */
public enum SpendOutcome {
  /** The service charged the price. */
  CHARGED,
  /** The service charged nothing, or another entry of the same idempotency key has the charge. */
  NOT_CHARGED,
  /**
   * The answer was lost; the price counts as spent until a retry or a reconciliation settles it.
   */
  UNKNOWN
}
