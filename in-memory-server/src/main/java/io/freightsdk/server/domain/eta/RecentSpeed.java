package io.freightsdk.server.domain.eta;

import io.freightsdk.server.domain.track.LookBack;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How fast a truck has been going while it moved, over at most its last 60 fixes and half an hour.
 */
final class RecentSpeed {
  private static final Duration WINDOW = Duration.ofMinutes(30);
  private static final int MAX_LEGS = 60;
  private static final double MOVING_MPH = 5;
  private static final double MILLIS_PER_HOUR = 3_600_000;

  private RecentSpeed() {}

  /** Miles per hour along the track; null when the truck has not been seen moving. */
  static @Nullable Double mph(Track track, Fix last) {
    double miles = 0;
    double hours = 0;
    long time = last.time().toEpochMilli();
    long earliest = time - WINDOW.toMillis();
    double lat = last.at().lat();
    double lng = last.at().lng();
    LookBack fixes = track.lookBack();
    for (int legs = 0; legs < MAX_LEGS && fixes.to(time - 1); legs++) {
      if (fixes.time() < earliest) {
        break;
      }
      double legMiles = Coordinates.miles(fixes.lat(), fixes.lng(), lat, lng);
      double legHours = (time - fixes.time()) / MILLIS_PER_HOUR;
      if (legMiles / legHours >= MOVING_MPH) {
        miles += legMiles;
        hours += legHours;
      }
      time = fixes.time();
      lat = fixes.lat();
      lng = fixes.lng();
    }
    if (hours > 0) {
      return miles / hours;
    }
    Double reported = last.speedMph();
    return reported != null && reported >= MOVING_MPH ? reported : null;
  }
}
