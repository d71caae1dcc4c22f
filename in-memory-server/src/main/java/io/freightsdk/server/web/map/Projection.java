package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import org.jspecify.annotations.Nullable;

/** Flattens the earth. Units are those of the Albers map: about 4.9 km each in the lower 48. */
sealed interface Projection permits AlbersUsa, LocalPlane {
  double UNITS_PER_RADIAN = 1_300;
  double EARTH_RADIUS_METERS = 6_371_000;

  /** Where {@code place} lies on the map, or null where the map does not reach. */
  @Nullable MapPoint project(Coordinates place);

  /** Map units of one metre around {@code place}. */
  double unitsPerMeter(Coordinates place);
}
