package io.freightsdk.spend;

/** What one paid attempt did to the balance. */
public enum SpendOutcome {
  /** The service took the price. */
  CHARGED,
  /** The service took nothing, or another entry of the same idempotency key carries the price. */
  NOT_CHARGED,
  /** The answer was lost; the price counts as spent until a retry or a reconciliation tells. */
  UNKNOWN
}
