package io.freightsdk.internal.agent.approval;

import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.environment.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one call at a time have the turn of a key; the others wait in the order in which they came.
 * Thread-safe.
 */
public final class KeyedLocks {
  /** The calls of each key; the first one has its turn. Guarded by itself. */
  private final Map<String, Deque<Hold>> queues = new HashMap<>();

  /** The turn of one call, which has to end it. */
  public final class Hold {
    private final String key;
    private final Thread thread = Thread.currentThread();

    /** Whether it has come; written under the lock. */
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
   * Waits for the turn of this call.
   *
   * @return null if it has not come in time
   * @throws ToolErrorException if the thread is interrupted meanwhile
   */
  public @Nullable Hold acquire(String key, Duration atMost, TimeSource time) {
    Hold turn = new Hold(key);
    synchronized (queues) {
      Deque<Hold> queue = queues.computeIfAbsent(key, any -> new ArrayDeque<>());
      turn.isAcquired = queue.isEmpty();
      queue.add(turn);
    }
    Thread here = Thread.currentThread();
    time.await(atMost, () -> turn.isAcquired || here.isInterrupted());
    if (turn.isAcquired) return turn;
    turn.release();
    if (here.isInterrupted()) throw interrupted();
    return null;
  }

  private static ToolErrorException interrupted() {
    return ToolErrorException.of("CANCELLED", Retry.SAME_ARGUMENTS)
        .because(
            "The call was cancelled while it waited for another call.",
            "Call again with the same arguments if the result is still wanted.");
  }
}
