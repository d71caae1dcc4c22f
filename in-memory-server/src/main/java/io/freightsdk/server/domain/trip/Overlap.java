package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.geo.Coordinates;

/**
 * Decides between two fences that both contain a truck. The fences of stops in one town overlap,
 * above all the wide fences of inexact stops. If the truck had to leave the first circle
 * completely, its departure would never be recognised.
 */
final class Overlap {
  /** Of its way from one stop to the other, a truck that is there has driven six sevenths. */
  private static final double TIMES_NEARER_BY_FIXES = 6;

  /** A truck that stands has driven three fifths: a dock lies beside the place of its address. */
  private static final double TIMES_NEARER_STANDING = 1.5;

  /**
   * Fixes cannot distinguish stops that are nearer than this: among buildings they drift this far.
   */
  private static final double ONE_YARD_METERS = 100;

  private Overlap() {}

  /** Whether a truck may stand at two stops at once, as far as fixes tell. */
  static boolean areOnePlace(Fence here, Fence there) {
    return here.metersTo(there.center()) <= Stand.WITHIN_METERS;
  }

  /** Whether a truck at this place, which may be at {@code here}, is clearly at {@code there}. */
  static boolean isClearlyThere(Fence here, Fence there, Coordinates place, FixQuality quality) {
    double oneToThePhone = quality == FixQuality.SHARP ? ONE_YARD_METERS : Stand.WITHIN_METERS;
    return here.metersTo(there.center()) > oneToThePhone
        && isNearer(TIMES_NEARER_BY_FIXES, here, there, place);
  }

  /** Whether a truck that stands at this place is at {@code there} and not at {@code here}. */
  static boolean standsThere(Fence here, Fence there, Coordinates place) {
    return !areOnePlace(here, there) && isNearer(TIMES_NEARER_STANDING, here, there, place);
  }

  private static boolean isNearer(double times, Fence here, Fence there, Coordinates place) {
    double metersThere = there.metersTo(place);
    return metersThere <= there.radiusMeters() && times * metersThere < here.metersTo(place);
  }
}
