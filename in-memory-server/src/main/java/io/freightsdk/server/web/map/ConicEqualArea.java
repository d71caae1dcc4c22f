package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;

/**
 * One Albers conic, placed on the map so that {@code center} comes to {@code origin}.
 *
 * <p>Snyder, Map Projections: A Working Manual, formulas 14-1 to 14-6, on the sphere.
 */
final class ConicEqualArea {
  private final double meridian;
  private final double n;
  private final double c;
  private final double scale;
  private final double offsetX;
  private final double offsetY;

  ConicEqualArea(
      double meridian,
      double parallel1,
      double parallel2,
      Coordinates center,
      double scale,
      MapPoint origin) {
    double sin1 = Math.sin(Math.toRadians(parallel1));
    this.meridian = meridian;
    this.n = (sin1 + Math.sin(Math.toRadians(parallel2))) / 2;
    this.c = 1 + sin1 * (2 * n - sin1);
    this.scale = scale;
    MapPoint middle = unplaced(center.lat(), center.lng());
    this.offsetX = origin.x() - middle.x();
    this.offsetY = origin.y() - middle.y();
  }

  MapPoint project(Coordinates place) {
    MapPoint at = unplaced(place.lat(), Math.IEEEremainder(place.lng() - meridian, 360));
    return new MapPoint(at.x() + offsetX, at.y() + offsetY);
  }

  private MapPoint unplaced(double lat, double fromMeridian) {
    double radius = scale * Math.sqrt(c - 2 * n * Math.sin(Math.toRadians(lat))) / n;
    double angle = Math.toRadians(fromMeridian) * n;
    return new MapPoint(radius * Math.sin(angle), radius * Math.cos(angle));
  }
}
