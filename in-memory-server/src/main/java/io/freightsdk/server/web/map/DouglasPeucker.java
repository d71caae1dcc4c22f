package io.freightsdk.server.web.map;

import java.util.ArrayDeque;
import java.util.BitSet;

/**
 * Line simplification by Douglas and Peucker: no dropped point was farther off than the tolerance.
 */
final class DouglasPeucker {
  private DouglasPeucker() {}

  /** The points of the line to keep; the first and the last always are. */
  static BitSet keep(double[] x, double[] y, int size, double tolerance) {
    BitSet kept = new BitSet(size);
    if (size == 0) return kept;
    kept.set(0);
    kept.set(size - 1);
    // A stack of its own, because a recursion could be as deep as the line is long.
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
