package io.freightsdk.internal.spend;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as books keep them: whole microseconds since 1970, as databases do. */
public final class Times {
  private Times() {}

  public static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }

  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
