package io.freightsdk.internal.spend;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as books keep them: whole microseconds since 1970, as databases do. */
public final class Times {
  private static final long MOST_SECONDS = Long.MAX_VALUE / 1_000_000 - 1;

  private Times() {}

  /** A time that is too far away for a long is about the farthest that is not. */
  public static long micros(Instant at) {
    long seconds = Math.max(-MOST_SECONDS, Math.min(MOST_SECONDS, at.getEpochSecond()));
    return seconds * 1_000_000 + at.getNano() / 1000;
  }

  static long micros(Duration time) {
    return time.toNanos() / 1000;
  }

  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
