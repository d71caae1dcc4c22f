package io.freightsdk.error;

/** The next step of an application after a failed call. */
public enum NextStep {
  /** Fix the request; the same call fails again. */
  FIX_REQUEST,
  /**
   * Fix how the client reaches the service: base URL, host name, TLS, certificate or proxy. Every
   * call of this client fails until then. Nothing is wrong with the request, so keep it. A failure
   * of DNS or of a proxy may be temporary.
   */
  FIX_CONFIGURATION,
  /** Use another agent key, extend the scopes of this one, or register its broker. */
  FIX_KEY,
  /** Top up the prepaid balance, then repeat with the same key. */
  TOP_UP,
  /**
   * Raise the spend limit or {@code maxPrice} that refused the call, or do without the call. Money
   * on the balance does not help.
   */
  RAISE_LIMIT,
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
