package io.freightsdk.internal.jobs;

import java.time.Duration;

/**
 * Intervals of the scheduler, and the delays before retries.
 *
 * @param poll how often an instance looks for tasks that are due
 * @param heartbeat how often an instance records that it is alive; when four are missing, another
 *     instance takes over its tasks
 * @param firstRetryDelay the delay after a first failure; it doubles with each further one
 * @param maxRetryDelay the upper limit of that delay
 */
public record Intervals(
    Duration poll, Duration heartbeat, Duration firstRetryDelay, Duration maxRetryDelay) {
  public static final Intervals STANDARD =
      new Intervals(
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofMinutes(10));

  /** These with another interval of polls. */
  public Intervals withPoll(Duration interval) {
    return new Intervals(interval, heartbeat, firstRetryDelay, maxRetryDelay);
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
}
