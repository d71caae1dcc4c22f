package io.freightsdk.internal.jobs;

import java.time.Duration;
import java.time.Instant;

/**
 * The queue in which the loads of one budget wait: a place for each read that the budget pays for,
 * at an even rate. A load that is due takes the next place; the smaller the budget, the later that
 * is. Loads share only the next free place. Pure.
 *
 * @param next the next free place; in the past while part of the budget is unused
 * @param step time between two places: a day, divided by the reads that it pays for
 */
record ReadQueueState(Instant next, Duration step) {
  /** How much of an unused budget carries over, so that the night pays for the morning. */
  static final Duration CARRY_OVER = Duration.ofHours(6);

  /** Without a budget there is no queue, and all loads have this factor. */
  static final double MIN_WAIT_FACTOR = 0.25;

  /** The place of a load that is due now: it is read then, or at once if that is past. */
  Instant place(Instant now) {
    Instant earliest = now.minus(CARRY_OVER);
    return next.isBefore(earliest) ? earliest : next;
  }

  /** The queue after that place is taken. */
  ReadQueueState joined(Instant now) {
    return new ReadQueueState(place(now).plus(step), step);
  }

  /**
   * Whether the loads of the budget can have taken all places before the next one. If not, an
   * instance whose clock was ahead took one, or the clock was set back.
   */
  boolean isExplainedBy(long loads, Instant now) {
    return !place(now).isAfter(now.plus(step.multipliedBy(loads)));
  }

  /** The queue without the places that were taken so far. */
  ReadQueueState restarted(Instant now) {
    return new ReadQueueState(now, step);
  }

  /**
   * The factor of a load's waits, see {@link NextRead#after}: 1, unless the last hour of the six,
   * or the last five reads if they take longer, are unused too and will soon expire; then less,
   * down to {@link #MIN_WAIT_FACTOR}.
   */
  double waitFactor(Instant now) {
    double last = Math.max(60, Math.min(5 * step.toMinutes(), CARRY_OVER.toMinutes()));
    double expiring = (Duration.between(next, now).minus(CARRY_OVER).toMinutes() + last) / last;
    return 1 - (1 - MIN_WAIT_FACTOR) * Math.max(0, Math.min(1, expiring));
  }
}
