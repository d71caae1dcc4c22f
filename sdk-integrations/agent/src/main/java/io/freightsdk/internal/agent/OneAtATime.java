package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Runs work with the same key one after the other, in the order of the calls. Thread-safe. */
final class OneAtATime {
  /** The locks of keys with work that runs or waits. Guarded by itself. */
  private final Map<String, KeyLock> locks = new HashMap<>();

  private static final class KeyLock {
    private final ReentrantLock lock = new ReentrantLock(true);
    private int users;
  }

  /**
   * @throws Refusal if the thread is interrupted while it waits
   */
  <T> T run(String key, Supplier<T> work) {
    KeyLock held;
    synchronized (locks) {
      held = locks.computeIfAbsent(key, any -> new KeyLock());
      held.users++;
    }
    try {
      held.lock.lockInterruptibly();
      try {
        return work.get();
      } finally {
        held.lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of("CANCELLED", Retry.SAME_ARGUMENTS)
          .because(
              "The call was cancelled while it waited for another one.",
              "Call again with the same arguments if the result is still wanted.");
    } finally {
      synchronized (locks) {
        if (--held.users == 0) locks.remove(key);
      }
    }
  }
}
