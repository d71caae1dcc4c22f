package io.freightsdk.internal.agent.results;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as text for a model, in whole seconds: it pays for each digit. */
public final class Times {
  private Times() {}

  public static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** For what is possible from then on. */
  static String roundedUp(Instant time) {
    Instant second = time.truncatedTo(ChronoUnit.SECONDS);
    return (second.isBefore(time) ? second.plusSeconds(1) : second).toString();
  }
}
