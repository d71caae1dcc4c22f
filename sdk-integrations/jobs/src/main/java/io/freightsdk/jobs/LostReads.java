package io.freightsdk.jobs;

import java.time.Duration;

/**
 * Reads in a row that may have been charged and brought nothing, such as those whose answers were
 * lost. Each repeat may cost the price again and be lost again. Pure.
 *
 * @param count how many
 */
record LostReads(int count) {
  static final LostReads NONE = new LostReads(0);

  private static final Duration FIRST_PAUSE = Duration.ofMinutes(30);
  private static final Duration MAX_PAUSE = Duration.ofDays(1);

  LostReads plusOne() {
    return new LostReads(count + 1);
  }

  /** Until the next read: twice as long after each, at most a day. */
  Duration pause() {
    return pauseAfter(count);
  }

  private static Duration pauseAfter(int reads) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(reads - 1, 10));
    return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
  }

  /**
   * The pauses between them. Not the time since the first: in an outage, or while the jobs are
   * closed, nothing is read that could be lost.
   */
  Duration waited() {
    Duration waited = Duration.ZERO;
    for (int reads = 1; reads < count; reads++) waited = waited.plus(pauseAfter(reads));
    return waited;
  }
}
