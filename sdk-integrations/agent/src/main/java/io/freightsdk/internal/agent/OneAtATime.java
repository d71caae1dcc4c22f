package io.freightsdk.internal.agent;

import io.freightsdk.internal.environment.Timer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Lets one call at a time have the turn of a key; the others wait in the order in which they came.
 * Thread-safe.
 */
final class OneAtATime {
  /** The calls of each key; the first one has its turn. Guarded by itself. */
  private final Map<String, Deque<Turn>> queues = new HashMap<>();

  /** The turn of one call, which has to end it. */
  final class Turn {
    private final String key;
    private final Thread thread = Thread.currentThread();

    /** Whether it has come; written under the lock. */
    private volatile boolean isHere;

    private Turn(String key) {
      this.key = key;
    }

    /** Idempotent. */
    void end() {
      Turn next = null;
      synchronized (queues) {
        Deque<Turn> queue = queues.get(key);
        if (queue == null || !queue.remove(this)) return;
        if (queue.isEmpty()) {
          queues.remove(key);
        } else {
          next = queue.element();
          next.isHere = true;
        }
      }
      if (next != null) LockSupport.unpark(next.thread);
    }
  }

  /**
   * Waits for the turn of this call, for as long as the others take.
   *
   * @throws Refusal if it is cancelled meanwhile
   */
  Turn take(String key, Invocation of, Waits waits) {
    Turn turn = new Turn(key);
    synchronized (queues) {
      Deque<Turn> queue = queues.computeIfAbsent(key, any -> new ArrayDeque<>());
      turn.isHere = queue.isEmpty();
      queue.add(turn);
    }
    boolean hasCome = false;
    try {
      waits.await(of, Timer.FOREVER, () -> turn.isHere);
      hasCome = true;
      return turn;
    } finally {
      if (!hasCome) turn.end();
    }
  }

  /** Does something in the turn of a call. */
  <T> T inTurn(String key, Invocation of, Waits waits, Supplier<T> work) {
    Turn turn = take(key, of, waits);
    try {
      return work.get();
    } finally {
      turn.end();
    }
  }
}
