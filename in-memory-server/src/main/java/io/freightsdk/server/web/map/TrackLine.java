package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Simplifies a driven track to a line that is small enough for a page. */
public final class TrackLine {
  public static final int MAX_POINTS = 1_024;

  private static final double FIRST_TOLERANCE_METERS = 20;
  private static final double METERS_PER_DEGREE = 111_195;

  private TrackLine() {}

  /**
   * At most {@value #MAX_POINTS} of the points, including the first and the last, such that the
   * line deviates as little as possible: by 20 m if that suffices, otherwise by twice as much, and
   * so on.
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
    BitSet kept = simplify(x, y, size, tolerance);
    while (kept.cardinality() > MAX_POINTS) {
      tolerance *= 2;
      kept = simplify(x, y, size, tolerance);
    }
    List<Coordinates> line = new ArrayList<>(kept.cardinality());
    kept.stream().forEach(i -> line.add(track.get(i)));
    return line;
  }

  /**
   * The points of a line to keep, by Douglas and Peucker: no dropped point was farther from the
   * line than the tolerance. The first and the last point are always kept.
   */
  static BitSet simplify(double[] x, double[] y, int size, double tolerance) {
    BitSet kept = new BitSet(size);
    if (size == 0) return kept;
    kept.set(0);
    kept.set(size - 1);
    // An explicit stack, because a recursion could be as deep as the line is long.
    ArrayDeque<int[]> spans = new ArrayDeque<>();
    spans.push(new int[] {0, size - 1});
    while (!spans.isEmpty()) {
      int[] span = spans.pop();
      int farthest = farthest(x, y, span[0], span[1], tolerance);
      if (farthest < 0) continue;
      kept.set(farthest);
      spans.push(new int[] {span[0], farthest});
      spans.push(new int[] {farthest, span[1]});
    }
    return kept;
  }

  private static int farthest(double[] x, double[] y, int from, int to, double tolerance) {
    double worst = tolerance * tolerance;
    int found = -1;
    for (int i = from + 1; i < to; i++) {
      double d = squareToSegment(x[i], y[i], x[from], y[from], x[to], y[to]);
      if (d > worst) {
        worst = d;
        found = i;
      }
    }
    return found;
  }

  private static double squareToSegment(
      double px, double py, double ax, double ay, double bx, double by) {
    double dx = bx - ax;
    double dy = by - ay;
    double length2 = dx * dx + dy * dy;
    double t = length2 == 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / length2;
    double s = Math.max(0, Math.min(1, t));
    double ex = px - ax - s * dx;
    double ey = py - ay - s * dy;
    return ex * ex + ey * ey;
  }
}
