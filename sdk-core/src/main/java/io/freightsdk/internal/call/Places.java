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

  private final Deque<Turn> line = new ArrayDeque<>();

  /** A call in the line. */
  private static final class Turn {
    final Thread thread = Thread.currentThread();

    /** Whether the call has its place; written with the lock. */
    volatile boolean came;
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
    Turn turn;
    synchronized (this) {
      if (taken < places) {
        taken++;
        return true;
      }
      turn = new Turn();
      line.add(turn);
    }
    try {
      call.await(atMost, () -> turn.came);
    } finally {
      synchronized (this) {
        if (!turn.came) line.remove(turn);
      }
    }
    return turn.came;
  }

  /** Gives a place to the first in the line. */
  void giveBack() {
    Turn next;
    synchronized (this) {
      next = line.poll();
      if (next == null) {
        taken--;
        return;
      }
      next.came = true;
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
