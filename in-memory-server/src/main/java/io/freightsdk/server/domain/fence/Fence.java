package io.freightsdk.server.domain.fence;

import io.freightsdk.server.geo.Coordinates;

/** A circle around a stop: arrival at its edge, departure only clearly beyond it. */
public record Fence(Coordinates center, double radiusMeters) {
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

  /** The same place with another radius, in metres. */
  public Fence withRadius(double newRadiusMeters) {
    return new Fence(center, newRadiusMeters);
  }

  /** Radius + max(100 m, a third of it); a fix is outside only beyond this. */
  public double exitRadiusMeters() {
    return radiusMeters + Math.max(MIN_HYSTERESIS_METERS, HYSTERESIS_SHARE * radiusMeters);
  }

  public double metersTo(Coordinates place) {
    return center.metersTo(place);
  }

  /** The edge itself is inside. */
  public boolean contains(Coordinates place) {
    // No place is nearer than its parallel, which costs no trigonometry: most stops are ruled out
    // here.
    double metersToParallel = Math.abs(place.lat() - center.lat()) * METERS_PER_DEGREE_OF_LATITUDE;
    return metersToParallel <= radiusMeters + 1 && metersTo(place) <= radiusMeters;
  }

  public Side sideOf(double meters) {
    if (meters <= radiusMeters) {
      return Side.INSIDE;
    }
    return meters > exitRadiusMeters() ? Side.OUTSIDE : Side.GREY_ZONE;
  }
}
