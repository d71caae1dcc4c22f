package io.freightsdk.internal.ledger.store;

import java.time.Instant;

/** Times as microseconds since 1970, as tables store them. */
public final class EpochMicros {
  private static final long SECOND = 1_000_000;

  private EpochMicros() {}

  /** Rounds a time down, and limits it to the range of a long. */
  public static long of(Instant time) {
    long max = Long.MAX_VALUE / SECOND - 1;
    long seconds = Math.max(-max, Math.min(max, time.getEpochSecond()));
    return seconds * SECOND + time.getNano() / 1000;
  }

  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, SECOND), Math.floorMod(micros, SECOND) * 1000);
  }
}
