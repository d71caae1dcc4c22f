package io.freightsdk.error;

/** What to do after a failed call. */
public enum NextStep {
  /** Fix the request or the configuration of the client; the same call fails again. */
  FIX_REQUEST,
  /** Use another agent key, extend the scopes of this one, or register its broker. */
  FIX_KEY,
  /** Top up the prepaid balance or raise the spend limit, then repeat with the same key. */
  TOP_UP,
  /** Repeat the call later; it was not charged, or it is free. */
  RETRY_LATER,
  /**
   * Repeat the call with the same {@code Idempotency-Key}: that makes at most one load and one
   * debit.
   */
  RETRY_WITH_SAME_KEY,
  /** Wait until the driver has arrived at the delivery stop. */
  WAIT_FOR_DRIVER,
  /**
   * No step helps, or the caller cancelled the call; check {@code charge()} before you repeat it.
   */
  NONE
}
