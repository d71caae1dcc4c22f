package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Runs what has the same key one after the other, in the order of asking. */
final class OneAtATime {
  /** Those that run or wait. Guarded by itself. */
  private final Map<String, Turn> turns = new HashMap<>();

  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock(true);
    private int users;
  }

  /**
   * @throws Refusal if the thread is interrupted while it waits
   */
  <T> T run(String key, Supplier<T> work) {
    Turn turn;
    synchronized (turns) {
      turn = turns.computeIfAbsent(key, any -> new Turn());
      turn.users++;
    }
    try {
      turn.lock.lockInterruptibly();
      try {
        return work.get();
      } finally {
        turn.lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of("CANCELLED", Retry.SAME_ARGUMENTS)
          .because(
              "The call was cancelled while it waited for another one.",
              "Call again with the same arguments if the result is still wanted.");
    } finally {
      synchronized (turns) {
        if (--turn.users == 0) turns.remove(key);
      }
    }
  }
}
