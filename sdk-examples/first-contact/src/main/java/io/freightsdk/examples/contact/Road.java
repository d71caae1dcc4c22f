package io.freightsdk.examples.contact;

import io.freightsdk.json.FreightJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Judges the position of a load on the road by its own track. */
final class Road {
  private static final double MILES_PER_DEGREE = 69.0934;
  private static final int ENOUGH = 5;

  private Road() {}

  private record Fix(Instant at, double lat, double lng, double speed) {
    /** On a plane, which is right for two fixes of one track. */
    double milesTo(Fix other) {
      double east = (other.lng - lng) * Math.cos(Math.toRadians(lat));
      return Math.hypot(other.lat - lat, east) * MILES_PER_DEGREE;
    }
  }

  static void track(Finding finding, JsonNode position) {
    List<Fix> track = fixes(position);
    if (track.isEmpty()) finding.notSeen("the load has no track yet");
    for (int i = 1; i < track.size(); i++) {
      boolean isOlder = track.get(i).at().isBefore(track.get(i - 1).at());
      if (isOlder) finding.broken("a point is older than the one before it");
    }
    boolean isLess = position.path("pingCount").intValue(0) < track.size();
    if (isLess) finding.broken("`pingCount` is less than the points of the track");
  }

  /** Compares what the fixes say with the way between them. */
  static void speeds(Finding finding, JsonNode position) {
    List<Fix> track = fixes(position);
    List<Double> ratios = new ArrayList<>();
    for (int i = 1; i < track.size(); i++) {
      Fix one = track.get(i - 1);
      Fix two = track.get(i);
      double hours = Duration.between(one.at(), two.at()).toMillis() / 3_600_000.0;
      double mph = hours <= 0 ? 0 : one.milesTo(two) / hours;
      double told = (one.speed() + two.speed()) / 2;
      boolean isMoving = hours < 0.1 && mph > 20 && told > 5;
      if (isMoving) ratios.add(told / mph);
    }
    ratios.sort(null);
    if (ratios.size() < ENOUGH) {
      finding.notSeen("too few points tell the speed of a moving truck");
      return;
    }
    double ratio = ratios.get(ratios.size() / 2);
    String seen = String.format(Locale.ROOT, "%.2f times what the track says", ratio);
    // Kilometres are 1.6 times as many, metres per second 0.4 times.
    boolean isOtherUnit = ratio < 0.6 || ratio > 1.4;
    boolean isNear = ratio > 0.85 && ratio < 1.15;
    if (isOtherUnit) finding.broken(seen);
    else if (!isNear) finding.notSeen(seen);
  }

  /** The points that can be read. */
  private static List<Fix> fixes(JsonNode position) {
    List<Fix> fixes = new ArrayList<>();
    for (JsonNode point : position.path("gpsTrack")) {
      Instant at = FreightJson.instant(point.path("ts").stringValue(""));
      if (at == null || !point.path("lat").isNumber() || !point.path("lng").isNumber()) continue;
      double lat = point.path("lat").doubleValue();
      fixes.add(
          new Fix(at, lat, point.path("lng").doubleValue(), point.path("speed").doubleValue(0)));
    }
    return fixes;
  }
}
