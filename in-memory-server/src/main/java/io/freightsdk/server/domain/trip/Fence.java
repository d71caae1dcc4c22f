package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * A circle around a stop: arrival at its edge, departure only clearly beyond it.
 *
 * @param isInexact whether it is wide because the exact place of its stop is unknown. Beyond the
 *     default radius, only a parked truck has then arrived
 */
public record Fence(Coordinates center, double radiusMeters, boolean isInexact) {
  public static final double DEFAULT_RADIUS_METERS = 3_200;

  private static final double MIN_HYSTERESIS_METERS = 100;
  private static final double HYSTERESIS_SHARE = 0.33;

  /** The fence of a stop whose place is known. */
  public Fence(Coordinates center, double radiusMeters) {
    this(center, radiusMeters, false);
  }

  /** A fence at the same place with a chosen radius, which is then exact. */
  public Fence withRadius(double newRadiusMeters) {
    return new Fence(center, newRadiusMeters);
  }

  /**
   * Whether a truck at this place inside the fence has arrived only when it parks, because the
   * fence is inexact and its center is far. Always false for an exact fence.
   */
  boolean requiresParkingAt(Coordinates place) {
    return isInexact && metersTo(place) > DEFAULT_RADIUS_METERS;
  }

  /** Radius + max(100 m, 33 % of it), in meters. A fix is outside only beyond this distance. */
  public double exitRadiusMeters() {
    return radiusMeters + Math.max(MIN_HYSTERESIS_METERS, HYSTERESIS_SHARE * radiusMeters);
  }

  public double metersTo(Coordinates place) {
    return center.metersTo(place);
  }

  /** Whether a place is inside. The edge is inside. */
  public boolean contains(Coordinates place) {
    return metersTo(place) <= radiusMeters;
  }

  public Side sideOf(double meters) {
    if (meters <= radiusMeters) return Side.INSIDE;
    return meters > exitRadiusMeters() ? Side.OUTSIDE : Side.GREY_ZONE;
  }

  /**
   * Whether a place is in the inner circle of a fence, outside the outer one, or between them. In
   * order, from the center.
   */
  public enum Side {
    INSIDE,
    /**
     * Between the two circles. GPS drift would alternate between sides, so the last certain side
     * stays.
     */
    GREY_ZONE,
    OUTSIDE
  }

  /** The quality of a fix for fences, by its accuracy. */
  public enum FixQuality {
    /** 50 m or better: one such fix inside is an arrival. */
    SHARP,
    /** Over 50 m and up to 150 m, or no accuracy: two consecutive fixes are needed. */
    COARSE,
    /** Over 150 m: has no effect on a fence and neither continues nor ends a streak. */
    UNUSABLE;

    private static final double SHARP_UP_TO_METERS = 50;
    private static final double USABLE_UP_TO_METERS = 150;

    public static FixQuality of(@Nullable Double accuracyMeters) {
      if (accuracyMeters == null) return COARSE;
      if (accuracyMeters > USABLE_UP_TO_METERS) return UNUSABLE;
      return accuracyMeters <= SHARP_UP_TO_METERS ? SHARP : COARSE;
    }
  }
}
