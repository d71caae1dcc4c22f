package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.geo.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * The fences of two consecutive stops, which may both contain a truck. The fences of stops in one
 * town overlap, above all the wide fences of inexact stops. If the truck had to leave the first
 * fence completely, its departure would never be recognised.
 *
 * <p>One rule decides by a factor: the truck is at the second stop if it is so many times nearer to
 * it. The factor is 1.1 for a truck that has stood at the first stop and stands again, because a
 * dock lies next to the place of its address. It is 6 for single fixes.
 *
 * <p>Tests: {@code OverlapTest}, {@code NearStopsTest}, {@code WideFencesTest}, {@code
 * MilkRunTest}.
 */
record Overlap(Fence here, Fence there) {
  private static final double TIMES_NEARER_BY_FIXES = 6;
  private static final double TIMES_NEARER_STANDING = 1.1;

  /** Fixes cannot distinguish nearer stops, because fixes drift this far among buildings. */
  private static final double ONE_YARD_METERS = 100;

  /** The fences of a stop and of the next visit; null unless both stops have a fence. */
  static @Nullable Overlap of(TripPlan plan, int stop) {
    int next = plan.visitEnd(stop);
    Fence here = plan.stops().get(stop).fence();
    Fence there = next == plan.stops().size() ? null : plan.stops().get(next).fence();
    return here == null || there == null ? null : new Overlap(here, there);
  }

  /** Whether fixes cannot distinguish a truck at one stop from a truck at the other. */
  boolean isOnePlace() {
    return here.metersTo(there.center()) <= Standstill.RADIUS_METERS;
  }

  /** Whether a fix at this place shows a truck at the second stop, not at the first. */
  boolean isClearlyThere(Coordinates place, FixQuality quality) {
    double oneToThePhone = quality == FixQuality.SHARP ? ONE_YARD_METERS : Standstill.RADIUS_METERS;
    return here.metersTo(there.center()) > oneToThePhone
        && isNearerThere(TIMES_NEARER_BY_FIXES, place);
  }

  /** Whether a truck that stands at this place is at the second stop and not at the first. */
  boolean standsThere(Coordinates place) {
    return !isOnePlace() && isNearerThere(TIMES_NEARER_STANDING, place);
  }

  /**
   * Whether a truck whose phone was silent after this place may have been at both stops. A narrow
   * fence without this place rules out its stop.
   */
  boolean mayHaveSleptAtBoth(Coordinates place) {
    return here.metersTo(there.center()) <= Standstill.MAX_METERS_ASLEEP
        && here.contains(place)
        && there.contains(place);
  }

  private boolean isNearerThere(double times, Coordinates place) {
    double metersThere = there.metersTo(place);
    return metersThere <= there.radiusMeters() && times * metersThere < here.metersTo(place);
  }
}
