package io.freightsdk.internal.agent.approval;

import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.ToolErrorException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A fair lock for each key. A {@code ReentrantLock} cannot wait by the clock of a test.
 * Thread-safe.
 */
public final class KeyedLocks {
  /** The holds of each key; the first is acquired, the others wait. Guarded by itself. */
  private final Map<String, Deque<Hold>> queues = new HashMap<>();

  /** The lock of one call, which the call must release. */
  public final class Hold {
    private final String key;
    private final Thread thread = Thread.currentThread();

    /** Whether the call has the lock; written while synchronized. */
    private volatile boolean isAcquired;

    private Hold(String key) {
      this.key = key;
    }

    /** Idempotent. */
    public void release() {
      Hold next = null;
      synchronized (queues) {
        Deque<Hold> queue = queues.get(key);
        if (queue == null || !queue.remove(this)) return;
        if (queue.isEmpty()) {
          queues.remove(key);
        } else {
          next = queue.element();
          next.isAcquired = true;
        }
      }
      if (next != null) LockSupport.unpark(next.thread);
    }
  }

  /**
   * Waits for the lock of a key, as long as the call may wait.
   *
   * @param busy the fact of the error if the lock was not acquired in time
   * @throws ToolErrorException if it was not, or if the thread is interrupted
   */
  public Hold acquire(String key, ToolCall call, String busy) {
    Hold hold = new Hold(key);
    synchronized (queues) {
      Deque<Hold> queue = queues.computeIfAbsent(key, any -> new ArrayDeque<>());
      hold.isAcquired = queue.isEmpty();
      queue.add(hold);
    }
    Thread here = Thread.currentThread();
    call.time().await(call.remainingWait(), () -> hold.isAcquired || here.isInterrupted());
    if (hold.isAcquired) return hold;
    hold.release();
    if (here.isInterrupted()) {
      throw ToolErrorException.of("CANCELLED", Retry.NEVER)
          .because(
              "The call was cancelled while it waited for another call.",
              "Call again only if the result is still wanted.");
    }
    throw ToolErrorException.of("BUSY", Retry.AFTER_DELAY)
        .because(busy, "Ask the user to answer it, then call again with the same arguments.");
  }
}
