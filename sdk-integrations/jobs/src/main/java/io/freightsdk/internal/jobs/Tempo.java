package io.freightsdk.internal.jobs;

import java.time.Duration;

/**
 * How fast everything goes.
 *
 * @param poll how often an instance looks for what is due
 * @param beat how often it says that it lives: after four beats without one another instance goes
 *     on with what it ran
 * @param firstPause before what failed is tried again; each further pause is twice as long
 * @param longestPause up to this one
 */
public record Tempo(Duration poll, Duration beat, Duration firstPause, Duration longestPause) {
  public static final Tempo STANDARD =
      new Tempo(
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofMinutes(10));

  /**
   * How long to wait after a failure.
   *
   * @param earlier failures in a row before it
   */
  public Duration pause(int earlier) {
    Duration grown = firstPause.multipliedBy(1L << Math.min(earlier, 20));
    return grown.compareTo(longestPause) < 0 ? grown : longestPause;
  }
}
