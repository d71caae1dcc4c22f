package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.environment.Time;
import io.freightsdk.internal.environment.Timer;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How a call waits for other calls of this process, and by which clock.
 *
 * @param timer puts the thread to sleep
 * @param nanoTime a clock that only runs forward
 */
public record Waits(Timer timer, LongSupplier nanoTime) {
  public static final Waits MACHINE = new Waits(Timer.MACHINE, Time.MACHINE::nanos);

  /** How often a call that waits looks whether its host has cancelled it. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /**
   * Returns when this is true, or after so long.
   *
   * @param over checked again when the thread is unparked; may be asked by another thread
   * @throws ToolErrorException if the call is cancelled or the thread interrupted
   */
  void await(Invocation of, Duration atMost, BooleanSupplier over) {
    Thread here = Thread.currentThread();
    long end = nanoTime.getAsLong() + atMost.toNanos();
    while (!over.getAsBoolean()) {
      of.requireWanted();
      if (here.isInterrupted()) throw interrupted();
      Duration left = Duration.ofNanos(end - nanoTime.getAsLong());
      if (left.isNegative() || left.isZero()) return;
      timer.await(
          left.compareTo(LOOK) < 0 ? left : LOOK,
          () -> over.getAsBoolean() || here.isInterrupted());
    }
  }

  private static ToolErrorException interrupted() {
    return ToolErrorException.of("CANCELLED", Retry.SAME_ARGUMENTS)
        .because(
            "The call was cancelled while it waited for another one.",
            "Call again with the same arguments if the result is still wanted.");
  }
}
