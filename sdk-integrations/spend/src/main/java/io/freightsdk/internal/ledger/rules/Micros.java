package io.freightsdk.internal.ledger.rules;

import java.time.Duration;
import java.time.Instant;

/** Times in microseconds since 1970, and lengths in microseconds. */
public final class Micros {
  private static final long SECOND = 1_000_000;

  private Micros() {}

  /** The time, rounded down, and limited to what a long can hold. */
  public static long of(Instant time) {
    long most = Long.MAX_VALUE / SECOND - 1;
    long seconds = Math.max(-most, Math.min(most, time.getEpochSecond()));
    return seconds * SECOND + time.getNano() / 1000;
  }

  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, SECOND), Math.floorMod(micros, SECOND) * 1000);
  }

  /** The length, rounded up. */
  public static long of(Duration time) {
    long most = Long.MAX_VALUE / SECOND / 4;
    return Math.min(most, time.getSeconds()) * SECOND + (time.getNano() + 999) / 1000;
  }
}
