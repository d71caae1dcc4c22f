package io.freightsdk.server.web.map;

/**
 * A plain flat plane around one place: for loads that leave the map of the United States, such as
 * those in Puerto Rico or Guam.
 */
record LocalPlane(LatLng center) implements Projection {
  @Override
  public MapPoint project(LatLng place) {
    double east = Math.IEEEremainder(place.lng() - center.lng(), 360);
    return new MapPoint(
        Math.toRadians(east) * Math.cos(Math.toRadians(center.lat())) * UNITS_PER_RADIAN,
        Math.toRadians(center.lat() - place.lat()) * UNITS_PER_RADIAN);
  }

  @Override
  public double unitsPerMeter(LatLng place) {
    return UNITS_PER_RADIAN / EARTH_RADIUS_METERS;
  }
}
