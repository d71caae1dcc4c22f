package io.freightsdk.server.geo;

import java.util.Objects;

/**
 * A place on the earth, as latitude and longitude in degrees (WGS 84). Distances are great-circle
 * distances (haversine), also across the date line and the poles.
 */
public record Coordinates(double lat, double lng) {
  /** The radius of the sphere on which geofences are measured, in meters. */
  public static final double EARTH_RADIUS_METERS = 6_371_000;

  /** The sphere on which {@code distanceMiles} is measured. */
  private static final double EARTH_RADIUS_MILES = 3_958.7613;

  /** The length of the international mile in meters. */
  public static final double METERS_PER_MILE = 1_609.344;

  /**
   * Creates a place.
   *
   * @throws IllegalArgumentException unless lat is from -90 to 90 and lng is from -180 to 180
   */
  public Coordinates {
    if (!areValid(lat, lng)) {
      throw new IllegalArgumentException(
          "coordinates " + lat + ", " + lng + ": lat must be -90..90, lng -180..180");
    }
  }

  /** Whether both coordinates are finite and in range. */
  public static boolean areValid(double lat, double lng) {
    return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  }

  public double metersTo(Coordinates other) {
    Objects.requireNonNull(other, "other");
    return metersTo(other.lat, other.lng);
  }

  /** Returns the distance in meters to a place with these coordinates. */
  public double metersTo(double otherLat, double otherLng) {
    return EARTH_RADIUS_METERS * angle(lat, lng, otherLat, otherLng);
  }

  public double milesTo(Coordinates other) {
    Objects.requireNonNull(other, "other");
    return EARTH_RADIUS_MILES * angle(lat, lng, other.lat, other.lng);
  }

  /**
   * Returns the initial bearing of the great circle to {@code other}, in degrees; 0 is north, 90 is
   * east.
   */
  public double bearingTo(Coordinates other) {
    Objects.requireNonNull(other, "other");
    double lat1 = Math.toRadians(lat);
    double lat2 = Math.toRadians(other.lat);
    double dLng = Math.toRadians(other.lng - lng);
    double y = Math.sin(dLng) * Math.cos(lat2);
    double x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLng);
    double degrees = Math.toDegrees(Math.atan2(y, x));
    return (degrees + 360) % 360;
  }

  /**
   * Returns the place at this distance along the great circle that starts at {@code
   * bearingDegrees}.
   */
  public Coordinates travel(double bearingDegrees, double meters) {
    double angle = meters / EARTH_RADIUS_METERS;
    double bearing = Math.toRadians(bearingDegrees);
    double lat1 = Math.toRadians(lat);
    double sinLat2 =
        Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(bearing);
    double lat2 = Math.asin(Math.max(-1, Math.min(1, sinLat2)));
    double y = Math.sin(bearing) * Math.sin(angle) * Math.cos(lat1);
    double x = Math.cos(angle) - Math.sin(lat1) * sinLat2;
    double lng2 = lng + Math.toDegrees(Math.atan2(y, x));
    return new Coordinates(Math.toDegrees(lat2), wrap(lng2));
  }

  /** Returns the place at this fraction, from 0 to 1, of the great circle to {@code other}. */
  public Coordinates towards(Coordinates other, double fraction) {
    Objects.requireNonNull(other, "other");
    return fraction >= 1 ? other : travel(bearingTo(other), metersTo(other) * fraction);
  }

  private static double angle(double lat, double lng, double otherLat, double otherLng) {
    double sinLat = Math.sin(Math.toRadians(otherLat - lat) / 2);
    double sinLng = Math.sin(Math.toRadians(otherLng - lng) / 2);
    double a =
        sinLat * sinLat
            + Math.cos(Math.toRadians(lat)) * Math.cos(Math.toRadians(otherLat)) * sinLng * sinLng;
    return 2 * Math.atan2(Math.sqrt(a), Math.sqrt(Math.max(0, 1 - a)));
  }

  private static double wrap(double lng) {
    double wrapped = (lng + 540) % 360 - 180;
    return wrapped < -180 ? wrapped + 360 : wrapped;
  }
}
