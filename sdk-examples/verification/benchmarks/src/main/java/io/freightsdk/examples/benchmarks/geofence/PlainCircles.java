package io.freightsdk.examples.benchmarks.geofence;

import io.freightsdk.server.geo.Fix;

/**
 * The least that a tracking server does with a fix, after the description of traccar's: the
 * great-circle distance from the fix before, and for each circle whether the distance to its centre
 * is within its radius. In doubles, without a state that follows from it.
 */
final class PlainCircles {
  private static final double EARTH_RADIUS_METERS = 6_371_000;

  private final double[] lats;
  private final double[] lngs;
  private final double radiusMeters;

  PlainCircles(int circles) {
    lats = new double[circles];
    lngs = new double[circles];
    radiusMeters = Drives.fence(0).radiusMeters();
    for (int i = 0; i < circles; i++) {
      lats[i] = Drives.fence(i).center().lat();
      lngs[i] = Drives.fence(i).center().lng();
    }
  }

  /**
   * Metres driven, plus how often a fix was in a circle; the sum only keeps both from being dead.
   */
  double judge(Fix[] fixes) {
    double meters = 0;
    int inside = 0;
    Fix before = fixes[0];
    for (Fix fix : fixes) {
      double lat = fix.at().lat();
      double lng = fix.at().lng();
      meters += distance(before.at().lat(), before.at().lng(), lat, lng);
      for (int i = 0; i < lats.length; i++) {
        if (distance(lats[i], lngs[i], lat, lng) <= radiusMeters) inside++;
      }
      before = fix;
    }
    return meters + inside;
  }

  private static double distance(double lat1, double lng1, double lat2, double lng2) {
    double halfLat = Math.toRadians(lat2 - lat1) / 2;
    double halfLng = Math.toRadians(lng2 - lng1) / 2;
    double chord =
        Math.pow(Math.sin(halfLat), 2)
            + Math.cos(Math.toRadians(lat1))
                * Math.cos(Math.toRadians(lat2))
                * Math.pow(Math.sin(halfLng), 2);
    return 2 * EARTH_RADIUS_METERS * Math.atan2(Math.sqrt(chord), Math.sqrt(1 - chord));
  }
}
