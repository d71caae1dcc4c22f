package io.freightsdk.server.web.map;

import java.util.Arrays;
import java.util.BitSet;

/**
 * SVG path data, made small: simplified to what a picture can show, cut to its edges, in whole
 * units and relative steps.
 */
final class Path {
  private static final double BLEED = 40;

  private final double tolerance;
  private final Frame.Box box;
  private final double shrink;
  private final StringBuilder out = new StringBuilder();
  private int x;
  private int y;
  private boolean lineStarted;

  /** A path in the picture of a frame drawn {@code width} units wide. */
  Path(int width, double tolerance) {
    this.tolerance = tolerance;
    this.shrink = (double) width / Frame.WIDTH;
    this.box = new Frame.Box(0, 0, width, Frame.HEIGHT * shrink).grown(BLEED * shrink);
  }

  /** A path in a whole picture whose lines are kept as they are. */
  Path() {
    this(Frame.WIDTH, 0);
  }

  /** Adds an area: x, y pairs of the whole picture. */
  void ring(double[] xy) {
    if (isBeside(xy)) return;
    double[] ring = cut(simplified(shrunk(xy)));
    boolean nothingLeft = ring.length < 6;
    if (nothingLeft) return;
    moveTo(ring[0], ring[1]);
    for (int i = 2; i < ring.length; i += 2) lineTo(ring[i], ring[i + 1]);
    out.append('z');
  }

  /** Adds a line: x, y pairs of the whole picture. Parts outside the picture are left out. */
  void line(double[] xy) {
    if (isBeside(xy)) return;
    double[] line = simplified(shrunk(xy));
    boolean drawing = false;
    for (int i = 2; i < line.length; i += 2) {
      boolean seen =
          Math.max(line[i - 2], line[i]) >= box.left()
              && Math.min(line[i - 2], line[i]) <= box.right()
              && Math.max(line[i - 1], line[i + 1]) >= box.top()
              && Math.min(line[i - 1], line[i + 1]) <= box.bottom();
      if (seen && !drawing) moveTo(line[i - 2], line[i - 1]);
      if (seen) lineTo(line[i], line[i + 1]);
      drawing = seen;
    }
  }

  void moveTo(double toX, double toY) {
    x = (int) Math.round(toX);
    y = (int) Math.round(toY);
    out.append('M').append(x);
    number(y);
    lineStarted = false;
  }

  /** Draws a line to a point; a step shorter than a unit is left out. */
  void lineTo(double toX, double toY) {
    int dx = (int) Math.round(toX) - x;
    int dy = (int) Math.round(toY) - y;
    if (dx == 0 && dy == 0) return;
    x += dx;
    y += dy;
    if (lineStarted) {
      number(dx);
    } else {
      out.append('l').append(dx);
      lineStarted = true;
    }
    number(dy);
  }

  String data() {
    return out.toString();
  }

  private void number(int n) {
    if (n >= 0) out.append(' ');
    out.append(n);
  }

  private boolean isBeside(double[] xy) {
    double left = Double.MAX_VALUE;
    double top = Double.MAX_VALUE;
    double right = -Double.MAX_VALUE;
    double bottom = -Double.MAX_VALUE;
    for (int i = 0; i < xy.length; i += 2) {
      left = Math.min(left, xy[i]);
      right = Math.max(right, xy[i]);
      top = Math.min(top, xy[i + 1]);
      bottom = Math.max(bottom, xy[i + 1]);
    }
    Frame.Box all = new Frame.Box(left * shrink, top * shrink, right * shrink, bottom * shrink);
    return !all.overlaps(box);
  }

  private double[] shrunk(double[] xy) {
    if (shrink == 1) return xy;
    double[] smaller = xy.clone();
    for (int i = 0; i < smaller.length; i++) smaller[i] *= shrink;
    return smaller;
  }

  private double[] simplified(double[] xy) {
    if (tolerance == 0) return xy;
    int size = xy.length / 2;
    double[] px = new double[size];
    double[] py = new double[size];
    for (int i = 0; i < size; i++) {
      px[i] = xy[2 * i];
      py[i] = xy[2 * i + 1];
    }
    BitSet kept = TrackLine.simplify(px, py, size, tolerance);
    double[] result = new double[2 * kept.cardinality()];
    int to = 0;
    for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
      result[to++] = px[i];
      result[to++] = py[i];
    }
    return result;
  }

  /**
   * The part of a ring inside the box, by Sutherland and Hodgman: one side after another. Edges
   * along the box are artificial, therefore the box is larger than the picture.
   */
  private double[] cut(double[] ring) {
    double[] left = ring;
    for (Side side : Side.values()) left = cut(left, side);
    return left;
  }

  private double[] cut(double[] ring, Side side) {
    double[] kept = new double[ring.length + 16];
    int size = 0;
    for (int i = 0; i < ring.length; i += 2) {
      int p = i == 0 ? ring.length - 2 : i - 2;
      double a = inside(side, ring[p], ring[p + 1]);
      double b = inside(side, ring[i], ring[i + 1]);
      if (size + 4 > kept.length) kept = Arrays.copyOf(kept, 2 * kept.length);
      boolean crosses = (a < 0) != (b < 0);
      if (crosses) {
        double t = a / (a - b);
        kept[size++] = ring[p] + t * (ring[i] - ring[p]);
        kept[size++] = ring[p + 1] + t * (ring[i + 1] - ring[p + 1]);
      }
      if (b >= 0) {
        kept[size++] = ring[i];
        kept[size++] = ring[i + 1];
      }
    }
    return Arrays.copyOf(kept, size);
  }

  /** How far inside the side a point lies; negative outside. */
  private double inside(Side side, double px, double py) {
    return switch (side) {
      case LEFT -> px - box.left();
      case TOP -> py - box.top();
      case RIGHT -> box.right() - px;
      case BOTTOM -> box.bottom() - py;
    };
  }

  private enum Side {
    LEFT,
    TOP,
    RIGHT,
    BOTTOM
  }
}
