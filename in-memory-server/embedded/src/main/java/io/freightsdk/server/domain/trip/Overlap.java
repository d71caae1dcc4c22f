package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.geo.Coordinates;

/**
 * Decides between two fences that both contain a truck. The fences of stops in one town overlap,
 * above all the wide fences of inexact stops. If the truck had to leave the first circle
 * completely, its departure would never be recognised.
 */
final class Overlap {
  /**
   * Share of a radius by which the truck must be nearer to a stop, so that GPS drift between the
   * two does not decide.
   */
  private static final double HYSTERESIS = 0.33;

  /**
   * Between two close stops, the truck must have driven three quarters of the way from one to the
   * other.
   */
  private static final double HYSTERESIS_OF_NEAR_STOPS = 0.5;

  /** Nearer than this, only sharp fixes tell two stops apart. */
  private static final double ONE_PLACE_METERS = 200;

  /** Nearer than this, no fix tells them apart: among buildings fixes drift this far. */
  private static final double ONE_YARD_METERS = 100;

  /**
   * By how much less the truck must be away from the next stop before it has left this one: drift
   * of half as many metres moves nobody who stands where both may have him.
   */
  private static final double DRIFT_METERS = 400;

  /** Of near stops, the truck must then have driven seven eighths of the way. */
  private static final double DRIFT_BETWEEN_NEAR_STOPS = 0.25;

  /** A fence with at most half the radius locates the truck better than the wider one around it. */
  private static final double MUCH_SMALLER = 0.5;

  private Overlap() {}

  /** Whether two stops are so close to each other that fixes may not tell them apart. */
  static boolean areOnePlace(Fence here, Fence there) {
    return here.metersTo(there.center()) <= ONE_PLACE_METERS;
  }

  /**
   * Whether a truck that may be at {@code here} is clearly at {@code there}.
   *
   * @param hasArrived whether it has arrived here, so that it would have to have left
   */
  static boolean isClearlyThere(
      Fence here, Fence there, Coordinates place, FixQuality quality, boolean hasArrived) {
    double metersThere = there.metersTo(place);
    double apart = here.metersTo(there.center());
    double oneToThePhone = quality == FixQuality.SHARP ? ONE_YARD_METERS : ONE_PLACE_METERS;
    if (metersThere > there.radiusMeters() || apart <= oneToThePhone) return false;
    double metersHere = here.metersTo(place);
    double shareHere = metersHere / here.radiusMeters();
    double shareThere = metersThere / there.radiusMeters();
    double hysteresis =
        Math.min(HYSTERESIS, HYSTERESIS_OF_NEAR_STOPS * apart / here.radiusMeters());
    double drift = hasArrived ? Math.min(DRIFT_METERS, DRIFT_BETWEEN_NEAR_STOPS * apart) : 0;
    boolean deeperThere = shareHere - shareThere > hysteresis + drift / here.radiusMeters();
    boolean thereIsMoreExact = there.radiusMeters() <= here.radiusMeters() * MUCH_SMALLER;
    return deeperThere || (thereIsMoreExact && metersThere + drift < metersHere);
  }
}
