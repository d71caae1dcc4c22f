package io.freightsdk.internal.sql;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The pauses between the attempts of some work on a database, and the failure after which no
 * attempt follows. A conflict with another transaction ends quickly, so the pauses after conflicts
 * start at a millisecond. Every pause is random, so that two processes do not collide again.
 */
public final class Backoff {
  private final int maxConflicts;
  private final Duration maxConflictPause;
  private final int maxFailures;
  private final Duration failurePause;
  private int conflicts;
  private int failures;

  /**
   * Starts before the first attempt.
   *
   * @param maxConflicts the number of conflicts after which no attempt follows
   * @param maxFailures the number of other failures after which no attempt follows
   * @param failurePause maximum pause after a failure other than a conflict
   */
  public Backoff(
      int maxConflicts, Duration maxConflictPause, int maxFailures, Duration failurePause) {
    this.maxConflicts = maxConflicts;
    this.maxConflictPause = maxConflictPause;
    this.maxFailures = maxFailures;
    this.failurePause = failurePause;
  }

  /** Returns the pause before the next attempt; null if the work has failed. */
  public @Nullable Duration pauseAfter(Throwable failure) {
    if (failure instanceof Error) return null;
    if (!Database.isConflict(failure))
      return ++failures < maxFailures ? random(failurePause) : null;
    if (++conflicts >= maxConflicts) return null;
    Duration doubled = Duration.ofMillis(1L << Math.min(conflicts - 1, 20));
    return random(doubled.compareTo(maxConflictPause) < 0 ? doubled : maxConflictPause);
  }

  private static Duration random(Duration max) {
    long nanos = max.toNanos();
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(nanos / 2, nanos + 1));
  }

  /** Sleeps before the next attempt of the caller's thread; false after an interrupt. */
  static boolean sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
