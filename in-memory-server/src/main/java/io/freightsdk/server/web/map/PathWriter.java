package io.freightsdk.server.web.map;

/** Writes SVG path data in whole units and relative steps, which is its shortest form. */
final class PathWriter {
  private final StringBuilder out = new StringBuilder();
  private int x;
  private int y;
  private boolean lineStarted;

  void moveTo(double toX, double toY) {
    x = (int) Math.round(toX);
    y = (int) Math.round(toY);
    out.append('M').append(x);
    number(y);
    lineStarted = false;
  }

  /** Draws on to a point; a step shorter than a unit is left out. */
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

  void close() {
    out.append('z');
  }

  String data() {
    return out.toString();
  }

  private void number(int n) {
    if (n >= 0) out.append(' ');
    out.append(n);
  }
}
