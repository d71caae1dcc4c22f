package io.freightsdk.examples.contact;

import io.freightsdk.json.FreightJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Judges the track of a load on the road. */
final class TrackCheck {
  private static final double MILES_PER_DEGREE = 69.0934;
  private static final int ENOUGH = 5;

  private TrackCheck() {}

  private record Fix(Instant at, double lat, double lng, double speed) {
    static Fix of(JsonNode point) {
      Instant at = FreightJson.parseInstant(point.path("ts").stringValue(""));
      return new Fix(
          at == null ? Instant.EPOCH : at,
          point.path("lat").doubleValue(0),
          point.path("lng").doubleValue(0),
          point.path("speed").doubleValue(0));
    }

    /** On a plane, which is right for two fixes of one track. */
    double milesTo(Fix other) {
      double east = (other.lng - lng) * Math.cos(Math.toRadians(lat));
      return Math.hypot(other.lat - lat, east) * MILES_PER_DEGREE;
    }
  }

  /** Whether the oldest fix comes first, and speeds are as fast as the way between two fixes. */
  static void track(Finding finding, JsonNode position) {
    List<Double> ratios = new ArrayList<>();
    Fix last = null;
    for (JsonNode point : position.path("gpsTrack")) {
      Fix fix = Fix.of(point);
      double hours = last == null ? 0 : Duration.between(last.at(), fix.at()).toSeconds() / 3600.0;
      if (hours < 0) finding.broken("a point is older than the one before it");
      double mph = last == null || hours <= 0 ? 0 : last.milesTo(fix) / hours;
      double told = last == null ? 0 : (last.speed() + fix.speed()) / 2;
      boolean isMoving = hours < 0.1 && mph > 20 && told > 5;
      if (isMoving) ratios.add(told / mph);
      last = fix;
    }
    if (ratios.size() < ENOUGH) {
      finding.notSeen("too few points tell the speed of a moving truck");
      return;
    }
    ratios.sort(null);
    double ratio = ratios.get(ratios.size() / 2);
    String seen = String.format(Locale.ROOT, "speeds are %.2f times what the track says", ratio);
    // Kilometres are 1.6 times as many, metres per second 0.4 times.
    boolean isOtherUnit = ratio < 0.6 || ratio > 1.4;
    boolean isNear = ratio > 0.85 && ratio < 1.15;
    if (isOtherUnit) finding.broken(seen);
    else if (!isNear) finding.notSeen(seen);
  }
}
