package io.freightsdk.internal.jobs;

import java.time.Duration;
import java.time.Instant;

/**
 * The line in which the loads of one budget stand: a place for each read that the budget pays, at
 * an even rate. A load that is due takes the next place; the scarcer the money, the later that is.
 * The first free place is the only thing that loads share. Pure.
 *
 * @param next the first place that is free; in the past while money is left over
 * @param step between two places: a day by the reads that it pays
 */
record LineState(Instant next, Duration step) {
  /** How much of an unused budget is kept, so that the night pays for the morning. */
  static final Duration KEPT = Duration.ofHours(6);

  /** Without a budget nobody stands in line, and all loads wait for this share. */
  static final double LEAST_SHARE = 0.25;

  /** The place that a load gets which is due now: it is read then, or at once if that is past. */
  Instant place(Instant now) {
    Instant earliest = now.minus(KEPT);
    return next.isBefore(earliest) ? earliest : next;
  }

  /** The line once that place is taken. */
  LineState taken(Instant now) {
    return new LineState(place(now).plus(step), step);
  }

  /**
   * How much of its wait a load waits out: all of it, unless the last hour of the six, or the last
   * five reads if they take longer, are unused too and will soon be lost; then less, down to a
   * quarter.
   */
  double share(Instant now) {
    double last = Math.max(60, Math.min(5 * step.toMinutes(), KEPT.toMinutes()));
    double lost = (Duration.between(next, now).minus(KEPT).toMinutes() + last) / last;
    return 1 - (1 - LEAST_SHARE) * Math.max(0, Math.min(1, lost));
  }
}
