package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * A circle around a stop: arrival at its edge, departure only clearly beyond it.
 *
 * @param isGuess whether it is wide only because its stop lies somewhere in it: beyond the default
 *     radius a truck that drives through has not arrived
 */
public record Fence(Coordinates center, double radiusMeters, boolean isGuess) {
  public static final double DEFAULT_RADIUS_METERS = 3_200;

  private static final double METERS_PER_DEGREE_OF_LATITUDE =
      Math.toRadians(1) * Coordinates.EARTH_RADIUS_METERS;
  private static final double MIN_HYSTERESIS_METERS = 100;
  private static final double HYSTERESIS_SHARE = 0.33;

  public Fence {
    if (!(radiusMeters > 0 && radiusMeters < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a fence needs a radius above 0 m, not " + radiusMeters);
    }
  }

  /** The fence of a stop whose place is known. */
  public Fence(Coordinates center, double radiusMeters) {
    this(center, radiusMeters, false);
  }

  /** The same place with a radius that somebody has chosen, who knows what lies in it. */
  public Fence withRadius(double newRadiusMeters) {
    return new Fence(center, newRadiusMeters);
  }

  /** Whether a truck that is inside at this place arrives at any speed: if not, only a slow one. */
  boolean arrivesAtAnySpeed(Coordinates place) {
    return !isGuess || metersTo(place) <= DEFAULT_RADIUS_METERS;
  }

  /** Radius + max(100 m, a third of it); a fix is outside only beyond this. */
  public double exitRadiusMeters() {
    return radiusMeters + Math.max(MIN_HYSTERESIS_METERS, HYSTERESIS_SHARE * radiusMeters);
  }

  public double metersTo(Coordinates place) {
    return center.metersTo(place);
  }

  /** A place on the edge is inside. */
  public boolean contains(Coordinates place) {
    return minMetersTo(place.lat()) <= radiusMeters + 1 && metersTo(place) <= radiusMeters;
  }

  /** A lower bound of the distance that needs no trigonometry: it rules out most stops. */
  private double minMetersTo(double lat) {
    return Math.abs(lat - center.lat()) * METERS_PER_DEGREE_OF_LATITUDE;
  }

  public Side sideOf(double meters) {
    if (meters <= radiusMeters) return Side.INSIDE;
    return meters > exitRadiusMeters() ? Side.OUTSIDE : Side.GREY_ZONE;
  }

  /** Where a fix is relative to a fence. */
  public enum Side {
    INSIDE,
    /**
     * Between the two circles, where GPS drift would alternate between sides: the last certain side
     * stays.
     */
    GREY_ZONE,
    OUTSIDE
  }

  /** How far a fix can be trusted for a fence, by the accuracy that its phone claims. */
  public enum FixQuality {
    /** 50 m or better: one such fix inside is an arrival, in the wide part only of a slow truck. */
    SHARP,
    /** 51 to 150 m, or no accuracy at all: two consecutive fixes are needed. */
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
