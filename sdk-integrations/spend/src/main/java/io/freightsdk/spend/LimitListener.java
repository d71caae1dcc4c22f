package io.freightsdk.spend;

/**
 * Is told that a limit is nearly full, and that it is full. See {@link LedgerGuard#addListener}.
 */
@FunctionalInterface
public interface LimitListener {
  /**
   * A limit has reached the threshold of the listener, or has refused a call.
   *
   * <p>Runs on the thread of a call that has its reservation, or was refused just now, so it should
   * hand over what takes long. What it throws is logged, and the call goes on.
   *
   * @param usage of the limit, with the price of the call if that has room
   * @param isExceeded whether the limit refused the call; what it still allows is too little then,
   *     and rarely 0
   */
  void onLimitUsage(LimitUsage usage, boolean isExceeded);
}
