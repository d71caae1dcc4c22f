package io.freightsdk.server.domain.trip;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans and fixes for tests: stops lie 100 km apart on one meridian, times are minutes after the
 * start.
 */
final class TripSamples {
  static final Instant START = Instant.parse("2026-01-05T08:00:00Z");
  static final double METERS_PER_DEGREE = 111_194.926;

  /** Whether a bill of lading completes a load, instead of the arrival at its last stop. */
  static final boolean ON_ARRIVAL = false;

  static final boolean ON_BOL = true;

  private TripSamples() {}

  /** Where the n-th stop, from 1, is. */
  static Coordinates stopAt(int sequence) {
    return new Coordinates(40 - 0.9 * (sequence - 1), -84);
  }

  /** A place north of a stop. */
  static Coordinates offStop(int sequence, double meters) {
    Coordinates stop = stopAt(sequence);
    return new Coordinates(stop.lat() + meters / METERS_PER_DEGREE, stop.lng());
  }

  /** On the road, halfway between this stop and the next one. */
  static Coordinates after(int sequence) {
    return stopAt(sequence).towards(stopAt(sequence + 1), 0.5);
  }

  static TripPlan plan(boolean completion, int pickups, int deliveries) {
    List<PlannedStop> stops = new ArrayList<>();
    for (int i = 1; i <= pickups + deliveries; i++) {
      StopType kind = i <= pickups ? StopType.PICKUP : StopType.DELIVERY;
      Fence fence = new Fence(stopAt(i), Fence.DEFAULT_RADIUS_METERS);
      stops.add(new PlannedStop(i, kind, fence, null, null));
    }
    return new TripPlan(stops, completion);
  }

  /** A load whose first stop is its pickup, and which is done on arrival at the last. */
  static TripPlan plan(Fence pickup, Fence... deliveries) {
    List<PlannedStop> stops = new ArrayList<>();
    stops.add(new PlannedStop(1, StopType.PICKUP, pickup, null, null));
    for (Fence delivery : deliveries) {
      stops.add(new PlannedStop(stops.size() + 1, StopType.DELIVERY, delivery, null, null));
    }
    return new TripPlan(stops, ON_ARRIVAL);
  }

  static Instant minute(double minutes) {
    return START.plusMillis(Math.round(minutes * 60_000));
  }

  static Fix fix(double minute, Coordinates at, @Nullable Double accuracy) {
    return new Fix(minute(minute), at, accuracy, null, null);
  }

  static Fix sharp(double minute, Coordinates at) {
    return fix(minute, at, 10.0);
  }

  /** The state after these fixes, one after another. */
  static Progress after(TripPlan plan, Fix... fixes) {
    return after(Progress.of(plan), fixes);
  }

  /** The state after these fixes as well. */
  static Progress after(Progress progress, Fix... fixes) {
    Progress next = progress;
    for (Fix fix : fixes) next = next.advance(fix);
    return next;
  }

  /** Offers every fix without any ping rule in the way but tracking end and duplicates. */
  static LoadTrip drive(TripPlan plan, List<Fix> fixes) {
    LoadTrip trip = new LoadTrip(plan);
    fixes.forEach(fix -> trip.offer(fix, ANY_TIME));
    return trip;
  }

  static final PingRules ANY_TIME = PingRules.BULK.withThrottle(Duration.ZERO);
}
