package io.freightsdk.internal.jobs.rules;

import java.time.Duration;

/**
 * Reads in a row that may have been charged and returned no usable position, such as reads whose
 * responses were lost. Reads of a crashed process are not counted. Each repeat may be charged and
 * lost again. Pure.
 *
 * @param count the number of reads
 */
public record LostReads(int count) {
  static final LostReads NONE = new LostReads(0);

  private static final Duration FIRST_PAUSE = Duration.ofMinutes(30);
  private static final Duration MAX_PAUSE = Duration.ofDays(1);

  LostReads plusOne() {
    return new LostReads(count + 1);
  }

  /**
   * The pause before the next read, after at least one lost read. It doubles after each lost read,
   * up to a day.
   */
  Duration pause() {
    return pauseAfter(count);
  }

  private static Duration pauseAfter(int reads) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(reads - 1, 10));
    return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
  }

  /**
   * The sum of the pauses between the reads, without the pause before the next read. The time since
   * the first read would include outages and times when the jobs are closed, in which no read can
   * be lost.
   */
  Duration totalPause() {
    Duration totalPause = Duration.ZERO;
    for (int reads = 1; reads < count; reads++) totalPause = totalPause.plus(pauseAfter(reads));
    return totalPause;
  }
}
