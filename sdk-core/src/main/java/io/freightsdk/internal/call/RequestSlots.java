package io.freightsdk.internal.call;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits how many requests are in flight at once. Calls that find no place free wait for one in the
 * order in which they came. Not a {@code Semaphore}, because only an interrupt ends its wait: here
 * a cancel and {@code close()} do too, and a test controls the clock. Safe for concurrent use.
 */
public final class RequestSlots {
  private final int slots;

  /** Guarded by this, like the queue; at most {@code slots}. */
  private int taken;

  private final Deque<Waiter> queue = new ArrayDeque<>();

  /** A call in the queue. */
  private static final class Waiter {
    final Thread thread = Thread.currentThread();

    /** Whether the call has got a place; written under the lock. */
    volatile boolean hasPlace;
  }

  public RequestSlots(int slots) {
    this.slots = slots;
  }

  /**
   * Takes a place for this call, which has to {@link #giveBack give it back}.
   *
   * @return false if none was free in time, or if the call was ended while it waited
   */
  boolean take(Duration atMost, CallControl call) {
    Waiter waiter;
    synchronized (this) {
      if (taken < slots) {
        taken++;
        return true;
      }
      waiter = new Waiter();
      queue.add(waiter);
    }
    try {
      call.await(atMost, () -> waiter.hasPlace);
    } finally {
      synchronized (this) {
        if (!waiter.hasPlace) queue.remove(waiter);
      }
    }
    return waiter.hasPlace;
  }

  /** Gives the place to the first call in the queue. */
  void giveBack() {
    Waiter next;
    synchronized (this) {
      next = queue.poll();
      if (next == null) {
        taken--;
        return;
      }
      next.hasPlace = true;
    }
    LockSupport.unpark(next.thread);
  }

  /** How many are taken now. */
  synchronized int taken() {
    return taken;
  }

  /** How many calls wait now. */
  synchronized int waiting() {
    return queue.size();
  }
}
