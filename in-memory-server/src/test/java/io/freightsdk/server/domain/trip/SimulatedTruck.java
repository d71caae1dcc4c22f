package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A truck that drives and parks, for tests. Its phone sends a fix a minute, up to 8 m off. */
final class SimulatedTruck {
  private final Random random;
  private final List<Fix> fixes = new ArrayList<>();
  private Coordinates at;
  private Instant time = TripSamples.START;
  private Instant nextFix;

  SimulatedTruck(Random random, Coordinates from) {
    this.random = random;
    this.at = from;
    nextFix = time.plusMillis(random.nextInt(60_000));
  }

  SimulatedTruck driveTo(Coordinates place, double metersPerSecond) {
    moveUntil(time.plusMillis((long) (at.metersTo(place) / metersPerSecond * 1_000)), place);
    return this;
  }

  SimulatedTruck park(double minutes) {
    moveUntil(time.plusMillis((long) (minutes * 60_000)), at);
    return this;
  }

  List<Fix> fixes() {
    return fixes;
  }

  private void moveUntil(Instant end, Coordinates place) {
    double millis = Math.max(1, Duration.between(time, end).toMillis());
    for (; nextFix.isBefore(end); nextFix = nextFix.plusSeconds(60)) {
      double share = Duration.between(time, nextFix).toMillis() / millis;
      Coordinates seen =
          at.towards(place, share).travel(random.nextInt(360), 8 * random.nextDouble());
      fixes.add(new Fix(nextFix, seen, 10.0, null, null));
    }
    time = end;
    at = place;
  }
}
