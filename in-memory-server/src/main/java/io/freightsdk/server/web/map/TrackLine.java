package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Turns a driven track into a line that a page can carry. */
public final class TrackLine {
  /** The most points of a line. */
  public static final int MAX_POINTS = 1_024;

  private static final double FIRST_TOLERANCE_METERS = 20;
  private static final double METERS_PER_DEGREE = 111_195;

  private TrackLine() {}

  /**
   * At most {@value #MAX_POINTS} of the points, the first and the last among them, such that the
   * line through them leaves out as little as possible: 20 m where that suffices, twice as much
   * until it does.
   */
  public static List<Coordinates> of(List<Coordinates> track) {
    int size = track.size();
    double[] x = new double[size];
    double[] y = new double[size];
    for (int i = 0; i < size; i++) {
      Coordinates at = track.get(i);
      double east = Math.IEEEremainder(at.lng() - track.get(0).lng(), 360);
      x[i] = east * Math.cos(Math.toRadians(at.lat())) * METERS_PER_DEGREE;
      y[i] = at.lat() * METERS_PER_DEGREE;
    }
    double tolerance = FIRST_TOLERANCE_METERS;
    BitSet kept = DouglasPeucker.keep(x, y, size, tolerance);
    while (kept.cardinality() > MAX_POINTS) {
      tolerance *= 2;
      kept = DouglasPeucker.keep(x, y, size, tolerance);
    }
    List<Coordinates> line = new ArrayList<>(kept.cardinality());
    kept.stream().forEach(i -> line.add(track.get(i)));
    return line;
  }
}
