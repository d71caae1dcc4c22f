package io.freightsdk.internal.jobs;

import java.time.Duration;
import java.time.Instant;

/**
 * Reads in a row that may have been charged and brought nothing, such as those whose answers were
 * lost. Each repeat may cost the price again and be lost again. Pure.
 *
 * @param count how many, at least one
 * @param first when the first of them was made
 */
record LostReads(int count, Instant first) {
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(30);
  private static final Duration MAX_PAUSE = Duration.ofDays(1);

  static LostReads first(Instant now) {
    return new LostReads(1, now);
  }

  LostReads another() {
    return new LostReads(count + 1, first);
  }

  /** Until the next read: twice as long after each, at most a day. */
  Duration pause() {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(count - 1, 10));
    return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
  }

  Duration lastFor(Instant now) {
    return Duration.between(first, now);
  }
}
