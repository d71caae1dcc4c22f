package io.freightsdk.server.web.map;

import java.util.Arrays;

/** Cuts a ring to a rectangle, by Sutherland and Hodgman: one side after another. */
final class RectClip {
  private final Box box;
  private double[] ring = new double[0];
  private double[] cut = new double[64];
  private int cutSize;

  RectClip(Box box) {
    this.box = box;
  }

  /**
   * The part of the ring inside the rectangle as x, y pairs; empty when there is none. Edges along
   * the rectangle's border are artificial, so clip a little outside what is shown.
   */
  double[] clip(double[] xy) {
    ring = xy;
    for (Side side : Side.values()) {
      cutSize = 0;
      for (int i = 0; i < ring.length; i += 2) {
        int previous = i == 0 ? ring.length - 2 : i - 2;
        step(side, ring[previous], ring[previous + 1], ring[i], ring[i + 1]);
      }
      ring = Arrays.copyOf(cut, cutSize);
    }
    return ring;
  }

  private void step(Side side, double ax, double ay, double bx, double by) {
    double a = inside(side, ax, ay);
    double b = inside(side, bx, by);
    boolean crosses = (a < 0) != (b < 0);
    if (crosses) {
      double t = a / (a - b);
      add(ax + t * (bx - ax), ay + t * (by - ay));
    }
    if (b >= 0) add(bx, by);
  }

  /** How far inside the side a point lies; negative outside. */
  private double inside(Side side, double x, double y) {
    return switch (side) {
      case LEFT -> x - box.left();
      case TOP -> y - box.top();
      case RIGHT -> box.right() - x;
      case BOTTOM -> box.bottom() - y;
    };
  }

  private void add(double x, double y) {
    if (cutSize + 2 > cut.length) cut = Arrays.copyOf(cut, 2 * cut.length);
    cut[cutSize++] = x;
    cut[cutSize++] = y;
  }

  private enum Side {
    LEFT,
    TOP,
    RIGHT,
    BOTTOM
  }
}
