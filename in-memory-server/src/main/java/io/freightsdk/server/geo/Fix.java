package io.freightsdk.server.geo;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One fix of a load's GPS track, as the driver's phone measured it.
 *
 * @param time when the phone measured it, kept to the millisecond
 * @param accuracyMeters radius of the uncertainty that the phone states; null when it states none
 * @param speedMph ground speed; null when unknown
 * @param heading degrees 0-359, 0 = north; null when unknown
 */
public record Fix(
    Instant time,
    Coordinates coordinates,
    @Nullable Double accuracyMeters,
    @Nullable Double speedMph,
    @Nullable Integer heading) {
  /** Converts the metres per second of a ping to the miles per hour that the API reports. */
  public static final double MPH_PER_METER_PER_SECOND = 2.23693629;

  public Fix {
    time = time.truncatedTo(ChronoUnit.MILLIS);
  }

  /** A fix of a known accuracy, without speed and heading. */
  public static Fix of(Instant time, double lat, double lng, double accuracyMeters) {
    Objects.requireNonNull(time, "time");
    return new Fix(time, new Coordinates(lat, lng), accuracyMeters, null, null);
  }
}
