package io.freightsdk.examples.benchmarks.geofence;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.domain.trip.TripPlan;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A truck that goes to and fro north of its first stop for as long as it takes, at 15 mph with a
 * fix a minute, and never comes into a fence: the usual fix changes nothing.
 */
final class Drives {
  static final PingRules EVERY_FIX = PingRules.BULK.withThrottle(Duration.ZERO);

  private static final Instant START = Instant.parse("2026-01-05T06:00:00Z");
  private static final Coordinates FIRST_STOP = new Coordinates(40, -84);
  private static final double DEGREES_BETWEEN_STOPS = 0.5;
  private static final double METERS_PER_DEGREE = 111_195;
  private static final double NEAREST_METERS = 4_300;
  private static final double METERS_A_MINUTE = 400;
  private static final int TURN = 100;
  private static final double INSIDE_METERS = 3_190;

  private Drives() {}

  /** As many stops, each with its fence, half of them pickups, southwards in a line. */
  static TripPlan plan(int stops) {
    List<PlannedStop> planned = new ArrayList<>();
    for (int i = 0; i < stops; i++) {
      StopType kind = i < stops / 2 ? StopType.PICKUP : StopType.DELIVERY;
      planned.add(new PlannedStop(i + 1, kind, fence(i), null, null));
    }
    return new TripPlan(planned, false);
  }

  /** The fence of the stop with this index. */
  static Fence fence(int index) {
    double lat = FIRST_STOP.lat() - index * DEGREES_BETWEEN_STOPS;
    return new Fence(new Coordinates(lat, FIRST_STOP.lng()), Fence.DEFAULT_RADIUS_METERS);
  }

  /** The fix of this minute. */
  static Fix fix(int minute) {
    double meters = NEAREST_METERS + METERS_A_MINUTE * Math.abs(minute % (2 * TURN) - TURN);
    return new Fix(at(minute * 60L), north(meters), 12.5, 29.8, 180);
  }

  /** A fix half a minute later that lies on the way, and so changes nothing. */
  static Fix between(int minute) {
    return new Fix(at(minute * 60L + 30), fix(minute).at(), 12.5, 29.8, 180);
  }

  /** A sharp fix in the first stop's fence, at the turn before {@code minute}: an arrival. */
  static Fix arrivalBefore(int minute) {
    int turn = minute / (2 * TURN) * (2 * TURN) + TURN;
    return new Fix(at(turn * 60L + 30), north(INSIDE_METERS), 10.0, 20.0, 180);
  }

  /** A trip that was offered the fixes of these minutes, one after the other. */
  static Trip trip(int fixes) {
    Trip trip = new Trip(plan(2));
    for (int minute = 0; minute < fixes; minute++) offer(trip, fix(minute));
    return trip;
  }

  static void offer(Trip trip, Fix fix) {
    PingVerdict verdict = trip.offer(fix, EVERY_FIX);
    if (!verdict.isKept()) {
      throw new IllegalStateException("a fix that shall be measured was refused: " + verdict);
    }
  }

  private static Coordinates north(double meters) {
    return new Coordinates(FIRST_STOP.lat() + meters / METERS_PER_DEGREE, FIRST_STOP.lng());
  }

  private static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }
}
