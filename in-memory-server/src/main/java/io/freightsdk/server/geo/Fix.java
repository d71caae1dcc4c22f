package io.freightsdk.server.geo;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A GPS fix that a driver's phone measured.
 *
 * @param time time of the measurement, truncated to milliseconds
 * @param accuracyMeters radius of uncertainty by the phone; null if unknown
 * @param speedMph ground speed; null if unknown
 * @param heading direction in degrees, 0 to 359, 0 is north; null if unknown
 */
public record Fix(
    Instant time,
    Coordinates coordinates,
    @Nullable Double accuracyMeters,
    @Nullable Double speedMph,
    @Nullable Integer heading) {
  /** One meter per second in miles per hour. The driver's phone sends m/s, and the API has mph. */
  public static final double MPH_PER_METER_PER_SECOND = 2.23693629;

  public Fix {
    time = time.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Creates a fix with an accuracy in meters, without speed and heading. */
  public static Fix of(Instant time, double lat, double lng, double accuracyMeters) {
    Objects.requireNonNull(time, "time");
    return new Fix(time, new Coordinates(lat, lng), accuracyMeters, null, null);
  }
}
