package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The calls that wait for other calls of this process: for the turn of their order, for the
 * question before theirs, for room that others hold. At most {@link #MOST} of one caller wait, for
 * whatever it is. Thread-safe.
 */
final class WaitingCalls {
  /**
   * Each keeps a thread of its host's server, also if its window was closed, and the servers of
   * several people have some 200.
   */
  static final int MOST = 100;

  /** How often a call that waits looks whether its host has cancelled it. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** How many calls of each caller wait. Guarded by itself. */
  private final Map<String, Integer> counts = new HashMap<>();

  /**
   * Returns when this is true, or after so long.
   *
   * @param over checked again when the thread is unparked; may be asked by another thread
   * @throws ToolErrorException if too many calls of this caller wait, the call is cancelled or the
   *     thread interrupted
   */
  void await(Invocation of, Duration atMost, Waits waits, BooleanSupplier over) {
    if (over.getAsBoolean()) return;
    begin(of.caller());
    try {
      Thread here = Thread.currentThread();
      long end = waits.nanoTime().getAsLong() + atMost.toNanos();
      while (!over.getAsBoolean()) {
        of.requireWanted();
        if (here.isInterrupted()) throw interrupted();
        Duration left = Duration.ofNanos(end - waits.nanoTime().getAsLong());
        if (left.isNegative() || left.isZero()) return;
        waits
            .timer()
            .await(
                left.compareTo(LOOK) < 0 ? left : LOOK,
                () -> over.getAsBoolean() || here.isInterrupted());
      }
    } finally {
      end(of.caller());
    }
  }

  private void begin(String caller) {
    synchronized (counts) {
      int before = counts.getOrDefault(caller, 0);
      if (before >= MOST) throw tooMany();
      counts.put(caller, before + 1);
    }
  }

  private void end(String caller) {
    synchronized (counts) {
      counts.computeIfPresent(caller, (any, count) -> count == 1 ? null : count - 1);
    }
  }

  private static ToolErrorException tooMany() {
    return ToolErrorException.of("BUSY", Retry.AFTER_DELAY)
        .because(
            "Not sent: " + MOST + " other calls wait for a person's answers or for each other.",
            "Tell the user that questions may be open, and call again once they are answered.");
  }

  private static ToolErrorException interrupted() {
    return ToolErrorException.of("CANCELLED", Retry.SAME_ARGUMENTS)
        .because(
            "The call was cancelled while it waited for another one.",
            "Call again with the same arguments if the result is still wanted.");
  }
}
