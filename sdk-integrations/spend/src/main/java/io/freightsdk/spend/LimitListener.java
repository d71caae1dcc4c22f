package io.freightsdk.spend;

/**
 * A listener for limits that are nearly used up or refuse a call. For when it is called, see {@link
 * LedgerGuard#addListener}. Must be safe for concurrent use.
 */
@FunctionalInterface
public interface LimitListener {
  /**
   * Called when a limit has reached the threshold of the listener, or has refused a call.
   *
   * <p>Runs on the thread of the call, so move slow work to another thread. If it throws, the
   * exception is logged and the call continues.
   *
   * @param usage the usage of the limit, including the price of the call if the limit allowed it
   * @param isExceeded whether the limit refused the call. The remaining amount is then less than
   *     the call requires, but often above 0
   */
  void onLimitUsage(LimitUsage usage, boolean isExceeded);
}
