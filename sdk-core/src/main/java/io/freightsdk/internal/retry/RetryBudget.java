package io.freightsdk.internal.retry;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tokens that the retries of one client share, so that an outage is not multiplied by the number of
 * attempts: a retry takes one, a call that succeeds gives a tenth back. Safe for concurrent use.
 */
public final class RetryBudget {
  private static final int UNITS_PER_RETRY = 10;
  private static final int UNITS_PER_SUCCESS = 1;

  private final int capacity;
  private final AtomicInteger units;

  /** A full budget of this many retries. */
  public RetryBudget(int retries) {
    this.capacity = Math.multiplyExact(retries, UNITS_PER_RETRY);
    this.units = new AtomicInteger(capacity);
  }

  /** Takes one retry; false when none is left. */
  public boolean tryTake() {
    while (true) {
      int left = units.get();
      if (left < UNITS_PER_RETRY) {
        return false;
      }
      if (units.compareAndSet(left, left - UNITS_PER_RETRY)) {
        return true;
      }
    }
  }

  /** Notes a call that succeeded. */
  public void succeeded() {
    int left = units.get();
    // Full is the usual case: no write, so that callers do not contend for the line.
    if (left < capacity) {
      units.compareAndSet(left, Math.min(capacity, left + UNITS_PER_SUCCESS));
    }
  }
}
