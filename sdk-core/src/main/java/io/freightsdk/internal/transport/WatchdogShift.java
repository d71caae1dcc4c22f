package io.freightsdk.internal.transport;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okio.AsyncTimeout;

/**
 * Keeps okio's watchdog from being woken by every call. A timeout that becomes the next to expire
 * wakes the thread that watches them, so that calls made one after the other wake it each time.
 * While calls are made, this one always expires sooner; it ends some tenths of a second after the
 * last.
 */
final class WatchdogShift extends AsyncTimeout {
  private static final long LENGTH_MILLIS = 100;

  private static final WatchdogShift SHIFT = new WatchdogShift();

  private final AtomicBoolean on = new AtomicBoolean();
  private volatile boolean called;

  WatchdogShift() {
    timeout(LENGTH_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** A call is about to enter its timeout. */
  static void call() {
    SHIFT.noteCall();
  }

  void noteCall() {
    if (!called) called = true;
    if (!on.get() && on.compareAndSet(false, true)) enter();
  }

  boolean isOn() {
    return on.get();
  }

  /** On the watchdog's own thread, which an exception would end. */
  @Override
  protected void timedOut() {
    exit();
    boolean goOn = called;
    called = false;
    if (goOn) {
      enter();
    } else {
      on.set(false);
    }
  }
}
