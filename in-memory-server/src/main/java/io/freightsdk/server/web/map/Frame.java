package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import java.util.List;

/**
 * The part of the earth in a picture of {@value #WIDTH} by {@value #HEIGHT} units. It uses
 * Lambert's azimuthal equal-area projection around its own centre, so that it is correct for a
 * yard, for a drive to Alaska and in Guam. North is up in the middle.
 *
 * @param unitsPerMeter picture units per metre at the centre
 */
record Frame(Coordinates center, double unitsPerMeter) {
  static final int WIDTH = 1_600;
  static final int HEIGHT = 1_080;

  /** The lower 48. */
  static final Frame COUNTRY = new Frame(new Coordinates(38.6, -96.3), WIDTH / 5_050_000.0);

  private static final double METERS_PER_DEGREE =
      Math.toRadians(1) * Coordinates.EARTH_RADIUS_METERS;
  private static final double MARGIN = 0.16;
  private static final double LEAST_MARGIN = 60;
  private static final double NARROWEST_METERS = 900;

  /** Smaller pictures are sketches, because coasts and borders do not help in a yard. */
  private static final double SCHEMATIC_BELOW_METERS = 20 * 1_609.344;

  /** A point of the picture, x to the right and y downwards. */
  record Point(double x, double y) {}

  record Box(double left, double top, double right, double bottom) {
    boolean contains(Point p) {
      return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom;
    }

    boolean overlaps(Box other) {
      return left <= other.right
          && other.left <= right
          && top <= other.bottom
          && other.top <= bottom;
    }

    Box grown(double by) {
      return new Box(left - by, top - by, right + by, bottom + by);
    }
  }

  /** The frame around {@code places}; the country where there are none. */
  static Frame around(List<Coordinates> places) {
    return around(places, NARROWEST_METERS);
  }

  /** The same, at least {@code narrowestMeters} wide within its margins. */
  static Frame around(List<Coordinates> places, double narrowestMeters) {
    if (places.isEmpty()) return COUNTRY;
    double west = 0;
    double east = 0;
    double south = 90;
    double north = -90;
    double origin = places.get(0).lng();
    for (Coordinates place : places) {
      double lng = Math.IEEEremainder(place.lng() - origin, 360);
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      south = Math.min(south, place.lat());
      north = Math.max(north, place.lat());
    }
    // A small detour must not make every open page draw its map again: centres lie on a grid, and
    // scales are steps of a fourth root of two.
    double size =
        Math.max((east - west) * Math.cos(Math.toRadians((south + north) / 2)), north - south);
    double grid = Math.pow(2, Math.rint(Math.log(Math.max(size, 1e-3)) / Math.log(2))) / 16;
    double lat = onGrid((south + north) / 2, grid);
    double lng = onGrid(origin + (west + east) / 2, grid);
    Coordinates center = new Coordinates(clamp(lat), Math.IEEEremainder(lng, 360));
    Frame frame = new Frame(center, fittingScale(center, places, narrowestMeters));
    boolean isWiderThanTheCountry = frame.unitsPerMeter < COUNTRY.unitsPerMeter;
    return isWiderThanTheCountry && COUNTRY.shows(places) ? COUNTRY : frame;
  }

  private boolean shows(List<Coordinates> places) {
    Box inside = new Box(0, 0, WIDTH, HEIGHT).grown(-LEAST_MARGIN);
    return places.stream().map(this::toPicture).allMatch(inside::contains);
  }

  private static double fittingScale(
      Coordinates center, List<Coordinates> places, double narrowestMeters) {
    Frame meters = new Frame(center, 1);
    double halfWidth = narrowestMeters / 2;
    double halfHeight = 1;
    for (Coordinates place : places) {
      Point at = meters.toPicture(place);
      halfWidth = Math.max(halfWidth, Math.abs(at.x - WIDTH / 2.0));
      halfHeight = Math.max(halfHeight, Math.abs(at.y - HEIGHT / 2.0));
    }
    double room = 0.5 - MARGIN;
    double fits = Math.min(WIDTH * room / halfWidth, HEIGHT * room / halfHeight);
    return Math.pow(2, Math.floor(4 * Math.log(fits) / Math.log(2)) / 4);
  }

  /** The point of a place, which may be outside the picture. */
  Point toPicture(Coordinates place) {
    double lat = Math.toRadians(place.lat());
    double east = Math.toRadians(Math.IEEEremainder(place.lng() - center.lng(), 360));
    return project(Math.sin(lat), Math.cos(lat), east);
  }

  /** The same from the sine and cosine of the latitude and from radians east of the centre. */
  Point project(double sinLat, double cosLat, double east) {
    double middle = Math.toRadians(center.lat());
    double sinMiddle = Math.sin(middle);
    double cosMiddle = Math.cos(middle);
    double cosEast = Math.cos(east);
    // Snyder, Map Projections: A Working Manual, formulas 24-2 to 24-4, on the sphere.
    double towards = 1 + sinMiddle * sinLat + cosMiddle * cosLat * cosEast;
    double k =
        Coordinates.EARTH_RADIUS_METERS * unitsPerMeter * Math.sqrt(2 / Math.max(towards, 1e-9));
    double x = k * cosLat * Math.sin(east);
    double y = k * (cosMiddle * sinLat - sinMiddle * cosLat * cosEast);
    return new Point(WIDTH / 2.0 + x, HEIGHT / 2.0 - y);
  }

  /** Whether the picture is a sketch of distances and directions, without a map below it. */
  boolean isSchematic() {
    return widthMeters() < SCHEMATIC_BELOW_METERS;
  }

  double widthMeters() {
    return WIDTH / unitsPerMeter;
  }

  /** Degrees from the centre to a corner, rounded up generously. */
  double reachDegrees() {
    return Math.min(180, 0.75 * widthMeters() / METERS_PER_DEGREE);
  }

  /** Equal for equal frames; short enough for an attribute. */
  String id() {
    return Integer.toHexString(hashCode());
  }

  private static double onGrid(double value, double grid) {
    return Math.rint(value / grid) * grid;
  }

  private static double clamp(double lat) {
    return Math.max(-90, Math.min(90, lat));
  }
}
