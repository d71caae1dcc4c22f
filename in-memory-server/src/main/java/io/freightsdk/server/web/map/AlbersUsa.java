package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * The usual map of the United States: the lower 48, with Alaska (at 0.35 of the scale) and Hawaii
 * as insets below the south-west.
 *
 * <p>The same figures as d3-geo's {@code geoAlbersUsa().scale(1300).translate([487.5, 305])}, in
 * which the outline was made. Territories and anything else outside the three frames are off the
 * map.
 */
final class AlbersUsa implements Projection {
  static final AlbersUsa INSTANCE = new AlbersUsa();

  private static final double X = 487.5;
  private static final double Y = 305;
  private static final double K = UNITS_PER_RADIAN;
  private static final double ALASKA_SCALE = 0.35;
  private static final double FRAME_GAP = 1e-6;

  // Each centre is given as latitude and degrees east of the meridian.
  private final ConicEqualArea lower48 =
      new ConicEqualArea(-96, 29.5, 45.5, new Coordinates(38.7, -0.6), K, new MapPoint(X, Y));
  private final ConicEqualArea alaska =
      new ConicEqualArea(
          -154,
          55,
          65,
          new Coordinates(58.5, -2),
          K * ALASKA_SCALE,
          new MapPoint(X - 0.307 * K, Y + 0.201 * K));
  private final ConicEqualArea hawaii =
      new ConicEqualArea(
          -157, 8, 18, new Coordinates(19.9, -3), K, new MapPoint(X - 0.205 * K, Y + 0.212 * K));

  private final Box lower48Frame = frame(-0.455, -0.238, 0.455, 0.238, 0);
  private final Box alaskaFrame = frame(-0.425, 0.120, -0.214, 0.234, FRAME_GAP);
  private final Box hawaiiFrame = frame(-0.214, 0.166, -0.115, 0.234, FRAME_GAP);

  private AlbersUsa() {}

  @Override
  public @Nullable MapPoint project(Coordinates place) {
    MapPoint at = lower48.project(place);
    if (lower48Frame.contains(at)) return at;
    at = alaska.project(place);
    if (alaskaFrame.contains(at)) return at;
    at = hawaii.project(place);
    return hawaiiFrame.contains(at) ? at : null;
  }

  @Override
  public double unitsPerMeter(Coordinates place) {
    boolean inAlaska =
        !lower48Frame.contains(lower48.project(place))
            && alaskaFrame.contains(alaska.project(place));
    return (inAlaska ? ALASKA_SCALE : 1) * UNITS_PER_RADIAN / EARTH_RADIUS_METERS;
  }

  /** Whether both places lie in the same frame, so that a line between them means something. */
  boolean joins(MapPoint a, MapPoint b) {
    return alaskaFrame.contains(a) == alaskaFrame.contains(b)
        && hawaiiFrame.contains(a) == hawaiiFrame.contains(b);
  }

  private static Box frame(double left, double top, double right, double bottom, double gap) {
    return new Box(
        X + left * K + gap, Y + top * K + gap, X + right * K - gap, Y + bottom * K - gap);
  }
}
