package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.geo.Coordinates;

/**
 * Decides between two fences that both hold a truck. Stops in one town have fences that overlap,
 * the wide ones of inexact stops above all; a truck that had to leave the first circle altogether
 * would never be seen to leave.
 */
final class Overlap {
  /**
   * By how much of a radius the truck must be nearer, so that drift between the two does not count.
   */
  private static final double HYSTERESIS = 0.33;

  /**
   * A fence of at most half the radius says more about where the truck is than the wider one around
   * it.
   */
  private static final double MUCH_SMALLER = 0.5;

  private Overlap() {}

  /** Whether a truck that is at {@code here} is clearly at {@code there} by now. */
  static boolean isClearlyThere(Fence here, Fence there, Coordinates place) {
    double metersHere = here.metersTo(place);
    double metersThere = there.metersTo(place);
    if (metersThere > there.radiusMeters()) {
      return false;
    }
    double shareHere = metersHere / here.radiusMeters();
    double shareThere = metersThere / there.radiusMeters();
    boolean deeperThere = shareHere - shareThere > HYSTERESIS;
    boolean thereIsMoreExact = there.radiusMeters() <= here.radiusMeters() * MUCH_SMALLER;
    return deeperThere || (thereIsMoreExact && metersThere < metersHere);
  }
}
