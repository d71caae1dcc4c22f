package io.freightsdk.server.web.map;

/** An upright rectangle on a map. */
record Box(double left, double top, double right, double bottom) {
  boolean contains(MapPoint p) {
    return p.x() >= left && p.x() <= right && p.y() >= top && p.y() <= bottom;
  }

  boolean overlaps(Box other) {
    return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
  }

  Box grown(double by) {
    return new Box(left - by, top - by, right + by, bottom + by);
  }

  Box including(MapPoint p) {
    return new Box(
        Math.min(left, p.x()),
        Math.min(top, p.y()),
        Math.max(right, p.x()),
        Math.max(bottom, p.y()));
  }

  double width() {
    return right - left;
  }

  double height() {
    return bottom - top;
  }
}
