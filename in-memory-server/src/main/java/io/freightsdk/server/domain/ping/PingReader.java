package io.freightsdk.server.domain.ping;

import static io.freightsdk.server.domain.ping.PingVerdict.PingRefusal.*;

import io.freightsdk.json.FreightJson;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads a ping's body: the checks that need no load, in their documented order. Pure. */
public final class PingReader {
  /**
   * The years 1 to 9998: JSON can express these times and the estimates that are computed from
   * them.
   */
  private static final double MIN_EPOCH_MILLIS = -62_135_596_800_000.0;

  private static final double MAX_EPOCH_MILLIS = 253_370_764_800_000.0;

  /** No truck is faster: the phone does not know its speed. */
  private static final double MAX_SPEED_MPH = 700;

  private PingReader() {}

  /** A ping without a timestamp was measured {@code now}. */
  public static PingVerdict read(RawPing ping, Instant now, PingRules rules) {
    Double lat = finite(ping.lat());
    Double lng = finite(ping.lng());
    if (lat == null || lng == null) return PingVerdict.refused(null, COORDS_REQUIRED);
    if (!Coordinates.areValid(lat, lng)) return PingVerdict.refused(null, INVALID_COORDS);
    Double accuracy = finite(ping.accuracy());
    PingRefusal fault = ping.accuracy() == null ? null : faultOfAccuracy(accuracy);
    Instant time = ping.timestamp() == null ? now : instant(ping.timestamp());
    if (fault == null) {
      fault = faultOfTime(time, now, rules);
    }
    Fix fix =
        new Fix(
            time == null ? now : time,
            new Coordinates(lat, lng),
            accuracy != null && accuracy < 0 ? null : accuracy,
            speedMph(finite(ping.speed())),
            heading(finite(ping.heading())));
    return new PingVerdict(fix, fault, false);
  }

  private static @Nullable PingRefusal faultOfAccuracy(@Nullable Double accuracy) {
    if (accuracy == null) return INVALID_ACCURACY;
    if (accuracy < 0) return NEGATIVE_ACCURACY;
    return accuracy > PingRules.MAX_ACCURACY_METERS ? ACCURACY_TOO_LOW : null;
  }

  private static @Nullable PingRefusal faultOfTime(
      @Nullable Instant time, Instant now, PingRules rules) {
    if (time == null) return INVALID_TIMESTAMP;
    if (!rules.checksAge()) return null;
    if (time.isAfter(now.plus(PingRules.MAX_AHEAD))) return TIMESTAMP_FUTURE;
    return time.isBefore(now.minus(PingRules.MAX_AGE)) ? TIMESTAMP_TOO_OLD : null;
  }

  /** Phones send -1 or NaN for an unknown speed; the speed is then ignored, but the fix is kept. */
  private static @Nullable Double speedMph(@Nullable Double metersPerSecond) {
    if (metersPerSecond == null || metersPerSecond < 0) return null;
    double mph = metersPerSecond * Fix.MPH_PER_METER_PER_SECOND;
    return mph > MAX_SPEED_MPH ? null : mph;
  }

  private static @Nullable Integer heading(@Nullable Double degrees) {
    return degrees == null || degrees < 0 || degrees > 360 ? null : (int) Math.round(degrees) % 360;
  }

  private static @Nullable Double finite(@Nullable Object value) {
    if (!(value instanceof Number number)) return null;
    double asDouble = number.doubleValue();
    return Double.isFinite(asDouble) ? asDouble : null;
  }

  /**
   * ISO 8601 with an offset, or epoch milliseconds; null for anything else, and for times out of
   * range.
   */
  private static @Nullable Instant instant(Object timestamp) {
    Instant read = timestamp instanceof String text ? FreightJson.parseInstant(text.trim()) : null;
    Double millis = read == null ? finite(timestamp) : Double.valueOf((double) read.toEpochMilli());
    return millis == null || millis < MIN_EPOCH_MILLIS || millis >= MAX_EPOCH_MILLIS
        ? null
        : Instant.ofEpochMilli(millis.longValue());
  }

  /**
   * The members of a ping's body as JSON gave them: numbers, strings, booleans, lists, maps; null
   * when absent.
   */
  public record RawPing(
      @Nullable Object lat,
      @Nullable Object lng,
      @Nullable Object accuracy,
      @Nullable Object speed,
      @Nullable Object heading,
      @Nullable Object timestamp) {
    public static RawPing of(Fix fix) {
      Double mph = fix.speedMph();
      return new RawPing(
          fix.coordinates().lat(),
          fix.coordinates().lng(),
          fix.accuracyMeters(),
          mph == null ? null : mph / Fix.MPH_PER_METER_PER_SECOND,
          fix.heading(),
          fix.time().toString());
    }
  }
}
