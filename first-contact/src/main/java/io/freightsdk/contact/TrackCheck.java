package io.freightsdk.contact;

import io.freightsdk.json.FreightJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Judges the track of a load in transit. */
final class TrackCheck {
  private static final double MILES_PER_DEGREE = 69.0934;
  private static final int MIN_RATIOS = 5;

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

    /** On a plane, which is exact enough for two fixes of one track. */
    double milesTo(Fix other) {
      double east = (other.lng - lng) * Math.cos(Math.toRadians(lat));
      return Math.hypot(other.lat - lat, east) * MILES_PER_DEGREE;
    }
  }

  /**
   * Checks that each fix has a place and a time, that the oldest fix comes first, and that speeds
   * agree with the distances.
   */
  static void judge(Findings found, JsonNode position) {
    for (String member : List.of("lat", "lng", "ts")) {
      boolean isLost =
          position.path("gpsTrack").valueStream().anyMatch(point -> !point.hasNonNull(member));
      if (isLost) found.add(ResponseComparison.MISSING.withMember("gpsTrack[]." + member));
    }
    if (found.blocking() != null) return;
    List<Fix> fixes = position.path("gpsTrack").valueStream().map(Fix::of).toList();
    List<Double> ratios = new ArrayList<>();
    for (int i = 1; i < fixes.size(); i++) {
      Fix last = fixes.get(i - 1);
      Fix fix = fixes.get(i);
      double hours = Duration.between(last.at(), fix.at()).toSeconds() / 3600.0;
      if (hours < 0) {
        found.broken(
            "the GPS track is not sorted by time",
            "The last point is not the newest. Sort the track by ts().");
        return;
      }
      double mph = hours == 0 ? 0 : last.milesTo(fix) / hours;
      double reported = (last.speed() + fix.speed()) / 2;
      boolean isMoving = hours < 0.1 && mph > 20 && reported > 5;
      if (isMoving) ratios.add(reported / mph);
    }
    if (ratios.size() < MIN_RATIOS) {
      found.add(
          Finding.notSeen(
              "the GPS track has too few points of a moving truck",
              "Run it again with a load on a highway."));
      return;
    }
    ratios.sort(null);
    double ratio = ratios.get(ratios.size() / 2);
    String fact = String.format(Locale.ROOT, "speeds are %.2f times the speed of the track", ratio);
    // Kilometers are 1.6 times as many, meters per second 0.4 times.
    boolean isOtherUnit = ratio < 0.6 || ratio > 1.4;
    boolean isNear = ratio > 0.85 && ratio < 1.15;
    if (isOtherUnit) found.broken(fact, "Do not show speeds as mph. " + Finding.ASK_OPERATOR);
    else if (!isNear) found.add(Finding.notSeen(fact, "Run it again with another load."));
  }
}
