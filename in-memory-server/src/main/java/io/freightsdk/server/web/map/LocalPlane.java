package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;

/**
 * A plain flat plane around one place: for loads that leave the map of the United States, such as
 * those in Puerto Rico or Guam.
 */
record LocalPlane(Coordinates center) implements Projection {
  @Override
  public MapPoint project(Coordinates place) {
    double east = Math.IEEEremainder(place.lng() - center.lng(), 360);
    return new MapPoint(
        Math.toRadians(east) * Math.cos(Math.toRadians(center.lat())) * UNITS_PER_RADIAN,
        Math.toRadians(center.lat() - place.lat()) * UNITS_PER_RADIAN);
  }

  @Override
  public double unitsPerMeter(Coordinates place) {
    return UNITS_PER_RADIAN / EARTH_RADIUS_METERS;
  }
}
