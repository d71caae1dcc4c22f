package io.freightsdk.internal.jobs.rules;

import io.freightsdk.jobs.WaitReason;
import java.time.Duration;

/**
 * Intervals of the jobs, and the delays before retries.
 *
 * @param poll the interval at which an instance checks for due work
 * @param waitingCheck the interval at which an instance checks the reasons for waiting, and retries
 *     orders and loads that wait for a limit
 * @param heartbeat the interval at which an instance records that it is alive. After four missing
 *     heartbeats, another instance takes over its tasks
 * @param firstRetryDelay the delay after the first failure, which doubles after each further
 *     failure
 * @param maxRetryDelay the upper limit of that delay
 */
public record Intervals(
    Duration poll,
    Duration waitingCheck,
    Duration heartbeat,
    Duration firstRetryDelay,
    Duration maxRetryDelay) {
  public static final Intervals STANDARD =
      new Intervals(
          Duration.ofSeconds(2),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofMinutes(10));

  /** Returns a copy with another poll interval. */
  public Intervals withPoll(Duration interval) {
    return new Intervals(interval, waitingCheck, heartbeat, firstRetryDelay, maxRetryDelay);
  }

  /**
   * Returns the delay before the retry after a failure.
   *
   * @param earlierFailures the number of failures in a row before it
   */
  public Duration retryDelay(int earlierFailures) {
    Duration delay = firstRetryDelay.multipliedBy(1L << Math.min(earlierFailures, 20));
    return delay.compareTo(maxRetryDelay) < 0 ? delay : maxRetryDelay;
  }

  /**
   * Returns the delay by the reason for waiting. A top-up or a new key makes the retry due earlier.
   */
  public Duration retryDelay(WaitReason waitingFor, int earlierFailures) {
    return switch (waitingFor) {
      case BALANCE, KEY -> maxRetryDelay;
      case LIMIT -> retryDelayUntilCheck(earlierFailures);
      case OUTAGE -> retryDelay(earlierFailures);
    };
  }

  /** Returns the delay, at most until the next check. */
  public Duration retryDelayUntilCheck(int earlierFailures) {
    Duration delay = retryDelay(earlierFailures);
    return delay.compareTo(waitingCheck) < 0 ? delay : waitingCheck;
  }
}
