package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of the map that a picture shows, in a picture of {@value #WIDTH} by {@value #HEIGHT}
 * units.
 *
 * @param scale picture units of one map unit
 */
record Frame(Projection projection, double centerX, double centerY, double scale) {
  static final int WIDTH = 1_600;
  static final int HEIGHT = 1_080;

  /** The whole country. */
  static final Frame COUNTRY = new Frame(AlbersUsa.INSTANCE, 475, 303, 1.56);

  private static final double MARGIN = 0.16;
  private static final double CLOSEST_SCALE = 90;

  /** The frame around {@code places}; the country where there are none. */
  static Frame around(List<Coordinates> places) {
    if (places.isEmpty()) return COUNTRY;
    Box box = projected(AlbersUsa.INSTANCE, places);
    if (box != null) return fitting(AlbersUsa.INSTANCE, box);
    Projection plane = new LocalPlane(places.get(0));
    box = projected(plane, places);
    return box == null ? COUNTRY : fitting(plane, box);
  }

  @Nullable MapPoint toPicture(Coordinates place) {
    MapPoint at = projection.project(place);
    return at == null ? null : new MapPoint(pictureX(at.x()), pictureY(at.y()));
  }

  double pictureX(double mapX) {
    return (mapX - centerX) * scale + WIDTH / 2.0;
  }

  double pictureY(double mapY) {
    return (mapY - centerY) * scale + HEIGHT / 2.0;
  }

  /** The shown part of the map, in map units. */
  Box shown() {
    double halfWidth = WIDTH / scale / 2;
    double halfHeight = HEIGHT / scale / 2;
    return new Box(
        centerX - halfWidth, centerY - halfHeight, centerX + halfWidth, centerY + halfHeight);
  }

  boolean hasOutline() {
    return projection instanceof AlbersUsa;
  }

  /** Equal for equal frames; short enough for an attribute. */
  String id() {
    return Integer.toHexString(hashCode());
  }

  private static @Nullable Box projected(Projection projection, List<Coordinates> places) {
    Box box = null;
    for (Coordinates place : places) {
      MapPoint at = projection.project(place);
      if (at == null) return null;
      box = box == null ? new Box(at.x(), at.y(), at.x(), at.y()) : box.including(at);
    }
    return box;
  }

  private static Frame fitting(Projection projection, Box box) {
    double room = 1 - 2 * MARGIN;
    double fits =
        Math.min(
            WIDTH * room / Math.max(box.width(), 1e-9),
            HEIGHT * room / Math.max(box.height(), 1e-9));
    // Steps of a fourth root of two, and centres on a grid: a truck that strays a little must not
    // make every watching page draw its map again.
    double wanted = Math.max(COUNTRY.scale, Math.min(CLOSEST_SCALE, fits));
    double scale = Math.pow(2, Math.floor(4 * Math.log(wanted) / Math.log(2)) / 4);
    double grid = WIDTH / scale / 32;
    double x = Math.rint((box.left() + box.right()) / 2 / grid) * grid;
    double y = Math.rint((box.top() + box.bottom()) / 2 / grid) * grid;
    return new Frame(projection, x, y, scale);
  }
}
