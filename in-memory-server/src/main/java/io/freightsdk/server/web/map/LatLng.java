package io.freightsdk.server.web.map;

/** A place on the earth in degrees, north and east positive. */
public record LatLng(double lat, double lng) {
  private static final double MEAN_RADIUS_MILES = 3_958.7613;

  /** The initial great circle bearing to {@code other}, degrees clockwise from north, 0 to 360. */
  public double bearingTo(LatLng other) {
    double phi1 = Math.toRadians(lat);
    double phi2 = Math.toRadians(other.lat);
    double dLambda = Math.toRadians(other.lng - lng);
    double east = Math.sin(dLambda) * Math.cos(phi2);
    double north =
        Math.cos(phi1) * Math.sin(phi2) - Math.sin(phi1) * Math.cos(phi2) * Math.cos(dLambda);
    return (Math.toDegrees(Math.atan2(east, north)) + 360) % 360;
  }

  /** The great circle distance to {@code other} in miles. */
  public double milesTo(LatLng other) {
    return MEAN_RADIUS_MILES * angleTo(other);
  }

  /** The place {@code fraction} of the way along the great circle to {@code other}. */
  public LatLng towards(LatLng other, double fraction) {
    double angle = angleTo(other);
    if (angle < 1e-9) return this;
    double a = Math.sin((1 - fraction) * angle) / Math.sin(angle);
    double b = Math.sin(fraction * angle) / Math.sin(angle);
    double phi1 = Math.toRadians(lat);
    double phi2 = Math.toRadians(other.lat);
    double lambda1 = Math.toRadians(lng);
    double lambda2 = Math.toRadians(other.lng);
    double x = a * Math.cos(phi1) * Math.cos(lambda1) + b * Math.cos(phi2) * Math.cos(lambda2);
    double y = a * Math.cos(phi1) * Math.sin(lambda1) + b * Math.cos(phi2) * Math.sin(lambda2);
    double z = a * Math.sin(phi1) + b * Math.sin(phi2);
    return new LatLng(
        Math.toDegrees(Math.atan2(z, Math.hypot(x, y))), Math.toDegrees(Math.atan2(y, x)));
  }

  /** The place {@code miles} away in direction {@code bearing} (degrees from north). */
  LatLng moved(double bearing, double miles) {
    double angle = miles / MEAN_RADIUS_MILES;
    double phi = Math.toRadians(lat);
    double theta = Math.toRadians(bearing);
    double phi2 =
        Math.asin(
            Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta));
    double dLambda =
        Math.atan2(
            Math.sin(theta) * Math.sin(angle) * Math.cos(phi),
            Math.cos(angle) - Math.sin(phi) * Math.sin(phi2));
    return new LatLng(Math.toDegrees(phi2), lng + Math.toDegrees(dLambda));
  }

  private double angleTo(LatLng other) {
    double sinHalfLat = Math.sin(Math.toRadians(other.lat - lat) / 2);
    double sinHalfLng = Math.sin(Math.toRadians(other.lng - lng) / 2);
    double h =
        sinHalfLat * sinHalfLat
            + Math.cos(Math.toRadians(lat))
                * Math.cos(Math.toRadians(other.lat))
                * sinHalfLng
                * sinHalfLng;
    return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
  }
}
