package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.jenetics.jpx.GPX;
import io.jenetics.jpx.Track;
import io.jenetics.jpx.TrackSegment;
import io.jenetics.jpx.WayPoint;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recordings from what was read, filtered or merged with jpx. A GPX file as it is needs no library:
 * {@link Recording#gpx} reads it.
 */
final class JpxRecordings {
  private JpxRecordings() {}

  /**
   * All tracks and segments of {@code gpx} as one drive; points without a time are skipped. Throws
   * IllegalArgumentException when none has one.
   */
  static Recording recording(GPX gpx) {
    return new Recording(
        gpx.tracks()
            .flatMap(Track::segments)
            .flatMap(TrackSegment::points)
            .flatMap(JpxRecordings::fix)
            .toList());
  }

  private static Stream<Fix> fix(WayPoint point) {
    Optional<Instant> time = point.getTime();
    if (time.isEmpty()) return Stream.empty();
    Coordinates at =
        new Coordinates(point.getLatitude().doubleValue(), point.getLongitude().doubleValue());
    Double mph =
        point
            .getSpeed()
            .map(speed -> speed.doubleValue() * Fix.MPH_PER_METER_PER_SECOND)
            .orElse(null);
    Integer heading =
        point
            .getCourse()
            .map(course -> Math.floorMod(Math.round(course.toDegrees()), 360))
            .orElse(null);
    // GPX says nothing of a phone's own doubt.
    return Stream.of(new Fix(time.get(), at, null, mph, heading));
  }
}
