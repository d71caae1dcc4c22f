package io.freightsdk.server.domain.ping;

import static io.freightsdk.server.domain.ping.PingVerdict.PingRefusal.*;

import io.freightsdk.json.FreightJson;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Checks pings without their load, in the documented order. Pure. */
public final class PingReader {
  /**
   * The years 1 to 9998: JSON can express these times and the estimates that are computed from
   * them.
   */
  private static final Instant MIN_TIME = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant MAX_TIME = Instant.parse("9998-12-31T23:59:59.999Z");

  /** A phone that reports a higher speed does not know its speed. */
  private static final double MAX_SPEED_MPH = 700;

  private static final int MAX_HEADING = 360;

  private PingReader() {}

  /** Reads and checks a ping's body. A ping without a timestamp was measured {@code now}. */
  public static PingVerdict read(RawPing ping, Instant now, PingRules rules) {
    Double lat = finiteOrNull(ping.lat());
    Double lng = finiteOrNull(ping.lng());
    if (lat == null || lng == null) return PingVerdict.refused(null, COORDS_REQUIRED);
    if (!Coordinates.areValid(lat, lng)) return PingVerdict.refused(null, INVALID_COORDS);
    Double accuracy = finiteOrNull(ping.accuracy());
    Instant time = ping.timestamp() == null ? now : instant(ping.timestamp());
    Double metersPerSecond = finiteOrNull(ping.speed());
    Double degrees = finiteOrNull(ping.heading());
    Fix fix =
        new Fix(
            time == null ? now : time,
            new Coordinates(lat, lng),
            accuracy,
            metersPerSecond == null ? null : metersPerSecond * Fix.MPH_PER_METER_PER_SECOND,
            degrees == null || degrees < 0 || degrees > MAX_HEADING
                ? null
                : Integer.valueOf((int) Math.round(degrees)));
    PingVerdict verdict = check(fix, now, rules);
    boolean isAccuracyUnreadable = ping.accuracy() != null && accuracy == null;
    if (isAccuracyUnreadable) return PingVerdict.refused(verdict.fix(), INVALID_ACCURACY);
    boolean isTimeUnreadable = time == null && verdict.isAccepted();
    return isTimeUnreadable ? PingVerdict.refused(verdict.fix(), INVALID_TIMESTAMP) : verdict;
  }

  /** Checks a fix. An invalid speed or heading is ignored, but the fix is kept. */
  public static PingVerdict check(Fix fix, Instant now, PingRules rules) {
    Double accuracy = fix.accuracyMeters();
    PingRefusal fault = accuracyRefusal(accuracy);
    if (fault == null) fault = timeRefusal(fix.time(), now, rules);
    Fix checked =
        new Fix(
            isInRange(fix.time()) ? fix.time() : now,
            fix.coordinates(),
            accuracy != null && accuracy >= 0 ? accuracy : null,
            speedMph(fix.speedMph()),
            heading(fix.heading()));
    return new PingVerdict(checked, fault, false);
  }

  private static @Nullable PingRefusal accuracyRefusal(@Nullable Double accuracy) {
    if (accuracy == null) return null;
    if (!Double.isFinite(accuracy)) return INVALID_ACCURACY;
    if (accuracy < 0) return NEGATIVE_ACCURACY;
    return accuracy > PingRules.MAX_ACCURACY_METERS ? ACCURACY_TOO_LOW : null;
  }

  private static @Nullable PingRefusal timeRefusal(Instant time, Instant now, PingRules rules) {
    if (!isInRange(time)) return INVALID_TIMESTAMP;
    if (!rules.checksAge()) return null;
    if (time.isAfter(now.plus(PingRules.MAX_AHEAD))) return TIMESTAMP_FUTURE;
    return time.isBefore(now.minus(PingRules.MAX_AGE)) ? TIMESTAMP_TOO_OLD : null;
  }

  private static boolean isInRange(Instant time) {
    return !time.isBefore(MIN_TIME) && !time.isAfter(MAX_TIME);
  }

  /** Phones send -1 or NaN for an unknown speed. */
  private static @Nullable Double speedMph(@Nullable Double mph) {
    return mph != null && mph >= 0 && mph <= MAX_SPEED_MPH ? mph : null;
  }

  private static @Nullable Integer heading(@Nullable Integer degrees) {
    if (degrees == null || degrees < 0 || degrees > MAX_HEADING) return null;
    return degrees % MAX_HEADING;
  }

  private static @Nullable Double finiteOrNull(@Nullable Object value) {
    if (!(value instanceof Number number)) return null;
    double asDouble = number.doubleValue();
    return Double.isFinite(asDouble) ? asDouble : null;
  }

  /** ISO 8601 with an offset, or epoch milliseconds; null for anything else. */
  private static @Nullable Instant instant(Object timestamp) {
    if (timestamp instanceof String text) return FreightJson.parseInstant(text.trim());
    Double millis = finiteOrNull(timestamp);
    return millis == null ? null : Instant.ofEpochMilli(millis.longValue());
  }

  /**
   * The members of a ping's JSON body (numbers, strings, booleans, lists, maps); null if absent.
   */
  public record RawPing(
      @Nullable Object lat,
      @Nullable Object lng,
      @Nullable Object accuracy,
      @Nullable Object speed,
      @Nullable Object heading,
      @Nullable Object timestamp) {}
}
