package io.freightsdk.internal.call;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;

/**
 * How many requests may be in flight at once. Calls that find no place free wait for one in the
 * order in which they came. No {@code Semaphore}, because a call waits here as it waits anywhere:
 * it can be ended by others, and a test moves its clock. Safe for concurrent use.
 */
public final class Places {
  private final int places;

  /** Guarded by this, like the line; never above the places. */
  private int taken;

  private final Deque<Waiter> line = new ArrayDeque<>();

  /** A call in the line. */
  private static final class Waiter {
    final Thread thread = Thread.currentThread();

    /** Whether the call has its place; written with the lock. */
    volatile boolean hasPlace;
  }

  public Places(int places) {
    this.places = places;
  }

  /**
   * Takes a place for this call, if one is free in time; who has taken one {@link #giveBack gives
   * it back}.
   *
   * @return false if none was, or if the call was ended in the line
   */
  boolean take(Duration atMost, CallThread call) {
    Waiter waiter;
    synchronized (this) {
      if (taken < places) {
        taken++;
        return true;
      }
      waiter = new Waiter();
      line.add(waiter);
    }
    try {
      call.await(atMost, () -> waiter.hasPlace);
    } finally {
      synchronized (this) {
        if (!waiter.hasPlace) line.remove(waiter);
      }
    }
    return waiter.hasPlace;
  }

  /** Gives a place to the first in the line. */
  void giveBack() {
    Waiter next;
    synchronized (this) {
      next = line.poll();
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
    return line.size();
  }
}
