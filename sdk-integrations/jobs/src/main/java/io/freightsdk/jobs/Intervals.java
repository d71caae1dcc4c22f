package io.freightsdk.jobs;

import java.time.Duration;

/**
 * Intervals of the jobs, and the delays before retries.
 *
 * @param poll how often an instance checks for due work
 * @param check how often an instance checks what orders and loads wait for, and retries what waits
 *     for a limit
 * @param heartbeat how often an instance records that it is alive; when four are missing, another
 *     instance takes over its tasks
 * @param firstRetryDelay the delay after a first failure; it doubles with each further one
 * @param maxRetryDelay the upper limit of that delay
 */
record Intervals(
    Duration poll,
    Duration check,
    Duration heartbeat,
    Duration firstRetryDelay,
    Duration maxRetryDelay) {
  static final Intervals STANDARD =
      new Intervals(
          Duration.ofSeconds(2),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofMinutes(10));

  /** These with another interval of polls. */
  Intervals withPoll(Duration interval) {
    return new Intervals(interval, check, heartbeat, firstRetryDelay, maxRetryDelay);
  }

  /**
   * How long to wait before the retry after a failure.
   *
   * @param earlier failures in a row before it
   */
  Duration retryDelay(int earlier) {
    Duration delay = firstRetryDelay.multipliedBy(1L << Math.min(earlier, 20));
    return delay.compareTo(maxRetryDelay) < 0 ? delay : maxRetryDelay;
  }

  /** The same, by what the retry waits for. A top-up or a new key makes it due earlier. */
  Duration retryDelay(WaitReason waitingFor, int earlier) {
    return switch (waitingFor) {
      case BALANCE, KEY -> maxRetryDelay;
      case LIMIT -> retryDelayUntilCheck(earlier);
      case OUTAGE -> retryDelay(earlier);
    };
  }

  /** The same, but at most until the next check. */
  Duration retryDelayUntilCheck(int earlier) {
    Duration delay = retryDelay(earlier);
    return delay.compareTo(check) < 0 ? delay : check;
  }
}
