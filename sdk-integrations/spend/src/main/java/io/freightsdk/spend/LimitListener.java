package io.freightsdk.spend;

/**
 * Called when a limit is nearly used up, and when it first refuses a call. See {@link
 * LedgerGuard#addListener}.
 */
@FunctionalInterface
public interface LimitListener {
  /**
   * Called when a limit has reached the threshold of the listener, or has refused a call.
   *
   * <p>Runs on the thread of the call, so hand over slow work. If it throws, the exception is
   * logged and the call continues.
   *
   * @param usage usage of the limit, including the price of the call if the limit allowed it
   * @param isExceeded whether the limit refused the call. The remaining amount is then less than
   *     the price, and rarely 0
   */
  void onLimitUsage(LimitUsage usage, boolean isExceeded);
}
