package io.freightsdk.server;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A phone in a truck on Interstate 75, with what the recording of a real one shows: fixes 1 to 30
 * seconds apart, accuracies of 3 to 18 m and errors to match, half an hour of silence at a rest
 * stop, a minute through the edge of one fence and seven in slow traffic through another. The same
 * each time.
 */
final class SimulatedPhone {
  private static final double METERS_PER_DEGREE = 111_195;
  private static final double FAST = 31;
  private static final double SLOW = 14;
  private static final double SLOW_WITHIN_METERS = 3_500;
  private static final Coordinates TRAFFIC = new Coordinates(35.9430, -83.9380);
  private static final Coordinates REST_STOP = new Coordinates(36.9700, -84.1150);
  private static final long REST_MILLIS = 32 * 60_000;

  private static final List<Coordinates> ROAD =
      List.of(
          new Coordinates(39.0105, -84.6300),
          new Coordinates(38.2300, -84.5500),
          new Coordinates(38.0600, -84.4000),
          new Coordinates(37.7500, -84.3300),
          new Coordinates(37.1200, -84.1000),
          REST_STOP,
          // Three kilometres east of the middle of Williamsburg, 40769.
          new Coordinates(36.8000, -84.1260),
          new Coordinates(36.6900, -84.1260),
          new Coordinates(36.3000, -84.2200),
          new Coordinates(36.0200, -84.0200),
          TRAFFIC,
          new Coordinates(35.9300, -83.8000),
          new Coordinates(35.8680, -83.5600));

  private final Random random = new Random(75);
  private final List<Fix> fixes = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-05T14:00:00Z");

  List<Fix> fixes() {
    Coordinates at = ROAD.get(0);
    fix(at, 0);
    for (Coordinates next : ROAD.subList(1, ROAD.size())) {
      while (at.metersTo(next) > 0) at = drive(at, next);
      if (next.equals(REST_STOP)) now = now.plusMillis(REST_MILLIS);
    }
    return List.copyOf(fixes);
  }

  /** Drives on until the next fix, or until the road turns. */
  private Coordinates drive(Coordinates from, Coordinates to) {
    double speed = from.metersTo(TRAFFIC) < SLOW_WITHIN_METERS ? SLOW : FAST;
    double seconds = random.nextInt(10) < 6 ? 30 : 1 + random.nextInt(15);
    double left = from.metersTo(to);
    double part = Math.min(1, speed * seconds / left);
    Coordinates at =
        new Coordinates(
            from.lat() + part * (to.lat() - from.lat()),
            from.lng() + part * (to.lng() - from.lng()));
    now = now.plusMillis(Math.round(1_000 * part * left / speed));
    fix(at, speed + random.nextGaussian());
    return part == 1 ? to : at;
  }

  private void fix(Coordinates truth, double speed) {
    double accuracy = 3 + 15 * Math.pow(random.nextDouble(), 2);
    double north = random.nextGaussian() * accuracy / 3 / METERS_PER_DEGREE;
    double east = random.nextGaussian() * accuracy / 3 / METERS_PER_DEGREE;
    fixes.add(
        new Fix(
            now.truncatedTo(ChronoUnit.MILLIS),
            new Coordinates(truth.lat() + north, truth.lng() + east),
            accuracy,
            speed * Fix.MPH_PER_METER_PER_SECOND,
            null));
  }
}
