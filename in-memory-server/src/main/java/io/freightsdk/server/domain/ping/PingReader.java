package io.freightsdk.server.domain.ping;

import static io.freightsdk.server.domain.ping.PingRefusal.*;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Reads a ping's body: the checks that need no load, in their documented order. Pure. */
public final class PingReader {
  private PingReader() {}

  /** A ping without a timestamp was measured {@code now}. */
  public static PingReading read(RawPing ping, Instant now, PingRules rules) {
    Double lat = finite(ping.lat());
    Double lng = finite(ping.lng());
    if (lat == null || lng == null) {
      return refused(COORDS_REQUIRED);
    }
    if (!Coordinates.areValid(lat, lng)) {
      return refused(INVALID_COORDS);
    }
    Double accuracy = finite(ping.accuracy());
    PingRefusal badAccuracy = ping.accuracy() == null ? null : faultOfAccuracy(accuracy);
    if (badAccuracy != null) {
      return refused(badAccuracy);
    }
    Instant time = ping.timestamp() == null ? now : instant(ping.timestamp());
    PingRefusal badTime = faultOfTime(time, now, rules);
    if (time == null || badTime != null) {
      return refused(badTime == null ? INVALID_TIMESTAMP : badTime);
    }
    return new PingReading.Read(
        new Fix(
            time,
            new Coordinates(lat, lng),
            accuracy,
            speedMph(finite(ping.speed())),
            heading(finite(ping.heading()))));
  }

  private static @Nullable PingRefusal faultOfAccuracy(@Nullable Double accuracy) {
    if (accuracy == null) {
      return INVALID_ACCURACY;
    }
    if (accuracy < 0) {
      return NEGATIVE_ACCURACY;
    }
    return accuracy > PingRules.MAX_ACCURACY_METERS ? ACCURACY_TOO_LOW : null;
  }

  private static @Nullable PingRefusal faultOfTime(
      @Nullable Instant time, Instant now, PingRules rules) {
    if (time == null) {
      return INVALID_TIMESTAMP;
    }
    if (!rules.checksAge()) {
      return null;
    }
    if (time.isAfter(now.plus(PingRules.MAX_AHEAD))) {
      return TIMESTAMP_FUTURE;
    }
    return time.isBefore(now.minus(PingRules.MAX_AGE)) ? TIMESTAMP_TOO_OLD : null;
  }

  /** Phones say -1 or NaN for an unknown speed; that costs the speed, never the fix. */
  private static @Nullable Double speedMph(@Nullable Double metersPerSecond) {
    return metersPerSecond == null || metersPerSecond < 0
        ? null
        : metersPerSecond * Fix.MPH_PER_METER_PER_SECOND;
  }

  private static @Nullable Integer heading(@Nullable Double degrees) {
    return degrees == null || degrees < 0 || degrees > 360 ? null : (int) Math.round(degrees) % 360;
  }

  private static @Nullable Double finite(@Nullable Object value) {
    if (!(value instanceof Number number)) {
      return null;
    }
    double asDouble = number.doubleValue();
    return Double.isFinite(asDouble) ? asDouble : null;
  }

  /** ISO 8601 with an offset, or epoch milliseconds; null for anything else. */
  private static @Nullable Instant instant(Object timestamp) {
    try {
      if (timestamp instanceof String text) {
        return OffsetDateTime.parse(text.trim()).toInstant();
      }
      return timestamp instanceof Number number
          ? Instant.ofEpochMilli(new BigDecimal(number.toString()).longValue())
          : null;
    } catch (DateTimeException | NumberFormatException unreadable) {
      return null;
    }
  }

  private static PingReading refused(PingRefusal reason) {
    return new PingReading.Refused(reason);
  }
}
