package io.freightsdk.internal.transport;

/** A thread that its caller lends to one call: it would only wait for it otherwise. */
public interface LentThread {
  /** Takes the work and does it soon; false when the thread is gone or has other work to do. */
  boolean takes(Runnable work);

  /**
   * Called before a failure of that work is told: an interrupt of the thread, which OkHttp takes
   * for a timeout, ends the call first. Does nothing on any other thread.
   */
  void heedInterrupt();
}
