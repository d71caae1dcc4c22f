package io.freightsdk.internal.agent.results;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Writes times as text for a model, in whole seconds, because each digit costs tokens. */
public final class TimeFormat {
  private TimeFormat() {}

  public static String roundedDown(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The time rounded up, for the earliest time of a retry. */
  static String roundedUp(Instant time) {
    Instant second = time.truncatedTo(ChronoUnit.SECONDS);
    return (second.isBefore(time) ? second.plusSeconds(1) : second).toString();
  }
}
