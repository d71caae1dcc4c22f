package io.freightsdk.server.web.map;

/** The centre of gravity of a ring, and its area whichever way round it runs. */
record Centroid(MapPoint at, double area) {
  /** The centroid of x, y pairs; area 0 where they enclose nothing. */
  static Centroid of(double[] ring) {
    double doubleArea = 0;
    double x = 0;
    double y = 0;
    for (int i = 0; i < ring.length; i += 2) {
      int next = (i + 2) % ring.length;
      double cross = ring[i] * ring[next + 1] - ring[next] * ring[i + 1];
      doubleArea += cross;
      x += (ring[i] + ring[next]) * cross;
      y += (ring[i + 1] + ring[next + 1]) * cross;
    }
    if (doubleArea == 0) return new Centroid(new MapPoint(0, 0), 0);
    return new Centroid(
        new MapPoint(x / (3 * doubleArea), y / (3 * doubleArea)), Math.abs(doubleArea) / 2);
  }
}
