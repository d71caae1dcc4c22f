package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.geo.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * The fences of two consecutive visits, which may both contain a truck. The fences of stops in one
 * town overlap, above all the wide fences of inexact stops. If the truck had to leave the first
 * fence completely, its departure would never be recognised.
 *
 * <p>One rule decides by a factor: the truck is at the second stop if it is nearer to it by this
 * factor. The factor is 1.1 for a truck that has stood at the first stop and stands again, because
 * a dock lies next to the place of its address. It is 6 for single fixes.
 *
 * <p>Tests: {@code OverlapTest}, {@code NearStopsTest}, {@code WideFencesTest}, {@code
 * MilkRunTest}.
 */
record Overlap(Fence first, Fence second) {
  private static final double FACTOR_FOR_FIXES = 6;
  private static final double FACTOR_FOR_STANDSTILLS = 1.1;

  /** Fixes cannot distinguish nearer stops, because fixes drift this far among buildings. */
  private static final double MAX_SAME_PLACE_METERS = 100;

  /** The fences of a stop and of the next visit; null unless both stops have a fence. */
  static @Nullable Overlap of(TripPlan plan, int stop) {
    int next = plan.visitEnd(stop);
    Fence here = plan.stops().get(stop).fence();
    Fence there = next == plan.stops().size() ? null : plan.stops().get(next).fence();
    return here == null || there == null ? null : new Overlap(here, there);
  }

  /** Whether fixes cannot distinguish a truck at one stop from a truck at the other. */
  boolean isOnePlace() {
    return first.metersTo(second.center()) <= Standstill.RADIUS_METERS;
  }

  /** Whether a fix at this place shows a truck at the second stop, not at the first. */
  boolean isClearlyAtSecond(Coordinates place, FixQuality quality) {
    double oneToThePhone =
        quality == FixQuality.SHARP ? MAX_SAME_PLACE_METERS : Standstill.RADIUS_METERS;
    return first.metersTo(second.center()) > oneToThePhone
        && isNearerToSecond(FACTOR_FOR_FIXES, place);
  }

  /** Whether a truck that stands at this place is at the second stop and not at the first. */
  boolean standsAtSecond(Coordinates place) {
    return !isOnePlace() && isNearerToSecond(FACTOR_FOR_STANDSTILLS, place);
  }

  /**
   * Whether a truck whose phone was silent after this place may have been at both stops. A narrow
   * fence without this place rules out its stop.
   */
  boolean mayHaveSleptAtBoth(Coordinates place) {
    return first.metersTo(second.center()) <= Standstill.MAX_METERS_ASLEEP
        && first.contains(place)
        && second.contains(place);
  }

  private boolean isNearerToSecond(double factor, Coordinates place) {
    double metersThere = second.metersTo(place);
    return metersThere <= second.radiusMeters() && factor * metersThere < first.metersTo(place);
  }
}
