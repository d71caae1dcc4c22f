package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The speed of a truck in a straight line over a minute or more. Below 25 mph, the truck is slow:
 * trucks are slow between docks and on the streets around them, but not on an interstate. A truck
 * that was slow once stays slow, because it may leave fast.
 *
 * <p>The speed that a phone states does not count: many phones state no speed, and on recorded
 * drives some state 0 on the interstate.
 *
 * <p>Tests: {@code WideFencesTest}.
 *
 * @param from fix from which it is measured
 * @param latest the latest fix, from which it is measured next
 * @param mph null before it was measured
 */
public record StreakSpeed(Fix from, Fix latest, @Nullable Double mph) {
  static final double SLOW_MPH = 25;
  private static final long MEASURED_OVER_MILLIS = 60_000;
  private static final double MILLIS_PER_HOUR = 3_600_000;

  static StreakSpeed startAt(Fix fix) {
    return new StreakSpeed(fix, fix, null);
  }

  StreakSpeed next(Fix fix) {
    if (wasSlow()) return this;
    Fix begin = millis(latest, fix) >= MEASURED_OVER_MILLIS ? latest : from;
    long millis = millis(begin, fix);
    if (millis < MEASURED_OVER_MILLIS) return new StreakSpeed(from, fix, mph);
    double miles = begin.coordinates().milesTo(fix.coordinates());
    return new StreakSpeed(latest, fix, miles * MILLIS_PER_HOUR / millis);
  }

  boolean wasSlow() {
    return mph != null && mph < SLOW_MPH;
  }

  private static long millis(Fix from, Fix to) {
    return Duration.between(from.time(), to.time()).toMillis();
  }
}
