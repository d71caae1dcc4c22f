package io.freightsdk.watch;

import java.time.Duration;

/**
 * What counts as news.
 *
 * @param etaStep the estimate moved when it falls into another step of this length, counted from
 *     the epoch; so slow drift is never lost. Default 15 minutes
 * @param gpsSilentAfter a gap in the GPS track worth an event. Default 30 minutes
 */
public record EventRules(Duration etaStep, Duration gpsSilentAfter) {
  /** Steps of 15 minutes, silence after 30 minutes. */
  public static final EventRules DEFAULT =
      new EventRules(Duration.ofMinutes(15), Duration.ofMinutes(30));

  /**
   * @throws IllegalArgumentException unless both are at least one second
   */
  public EventRules {
    requireASecond("etaStep", etaStep);
    requireASecond("gpsSilentAfter", gpsSilentAfter);
  }

  private static void requireASecond(String name, Duration value) {
    if (value.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(name + ": expected at least 1 second, got " + value);
    }
  }
}
