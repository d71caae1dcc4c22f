package io.freightsdk.error;

/** The next step of an application after a failed call. */
public enum NextStep {
  /** Fix the request. Without a fix, the same call fails again. */
  FIX_REQUEST,
  /**
   * Fix the configuration of the connection: base URL, host name, TLS, certificate or proxy. Every
   * call of this client fails until then. The request is correct, so keep it. If DNS or a proxy
   * fails before this client has had a response, the failure may still be temporary.
   */
  FIX_CONFIGURATION,
  /** Use another agent key, extend the scopes of this key, or register its broker. */
  FIX_KEY,
  /** Top up the prepaid balance, then repeat with the same key. */
  TOP_UP,
  /**
   * Raise the spend limit or {@code maxPrice} that refused the call, or skip the call. A top-up
   * does not help.
   */
  RAISE_LIMIT,
  /** Repeat the call later. It was not charged, or it is free. */
  RETRY_LATER,
  /**
   * Repeat the call with the same {@code Idempotency-Key}. The service then creates and charges at
   * most one load.
   */
  RETRY_WITH_SAME_KEY,
  /** Wait until the driver has arrived at the delivery stop. */
  WAIT_FOR_DRIVER,
  /**
   * There is no next step, or the call was cancelled. Check {@code charge()} before you repeat it.
   */
  NONE
}
