package io.freightsdk.internal.engine;

/** Where the end of a call is told to its caller. */
interface Delivery {
  /**
   * Tells it, now or soon.
   *
   * @param sent whether the call made an attempt
   */
  void deliver(Runnable end, boolean sent);
}
