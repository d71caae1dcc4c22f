package io.freightsdk.examples.contact;

import io.freightsdk.json.FreightJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Judges the position of a load on the road by its own track. A unit is called wrong only if
 * another one fits.
 */
final class Road {
  private static final double EARTH_MILES = 3_958.7613;
  private static final double KM_PER_MILE = 1.609344;
  private static final double METERS_PER_SECOND_PER_MPH = 0.44704;
  private static final int MOST_POINTS = 500;
  private static final int ENOUGH = 5;

  private Road() {}

  private record Fix(Instant at, double lat, double lng, double speed) {
    double milesTo(Fix other) {
      double north = Math.toRadians(other.lat - lat);
      double east = Math.toRadians(other.lng - lng);
      double h =
          Math.pow(Math.sin(north / 2), 2)
              + Math.cos(Math.toRadians(lat))
                  * Math.cos(Math.toRadians(other.lat))
                  * Math.pow(Math.sin(east / 2), 2);
      return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
    }
  }

  static void track(Finding finding, JsonNode position) {
    List<Fix> track = track(position);
    if (track.isEmpty()) {
      finding.notSeen("the load has no track yet");
      return;
    }
    for (int i = 1; i < track.size(); i++) {
      if (track.get(i).at().isBefore(track.get(i - 1).at())) {
        finding.broken("a point is older than the one before it");
        break;
      }
    }
    if (track.size() > MOST_POINTS) finding.broken("it has more points");
    if (position.path("pingCount").intValue(0) < track.size()) {
      finding.broken("`pingCount` is less than the points of the track");
    }
  }

  /** Compares what the fixes say with the way between them. */
  static void speeds(Finding finding, JsonNode position) {
    List<Fix> track = track(position);
    List<Double> ratios = new ArrayList<>();
    for (int i = 1; i < track.size(); i++) {
      Fix one = track.get(i - 1);
      Fix two = track.get(i);
      double hours = Duration.between(one.at(), two.at()).toMillis() / 3_600_000.0;
      double mph = hours <= 0 ? 0 : one.milesTo(two) / hours;
      double told = (one.speed() + two.speed()) / 2;
      if (hours < 0.1 && mph > 20 && told > 5) ratios.add(told / mph);
    }
    if (ratios.size() < ENOUGH) {
      finding.notSeen("too few points of a moving truck tell a speed");
      return;
    }
    unit(finding, median(ratios), "miles per hour", METERS_PER_SECOND_PER_MPH, "metres per second");
  }

  static void distance(Finding finding, JsonNode position) {
    List<Fix> track = track(position);
    JsonNode told = position.path("distanceMiles");
    boolean isWhole = position.path("pingCount").intValue(0) == track.size();
    double miles = 0;
    for (int i = 1; i < track.size(); i++) miles += track.get(i - 1).milesTo(track.get(i));
    if (!told.isNumber() || !isWhole || miles < 1) {
      finding.notSeen("it needs a load whose whole track is told, of at least a mile");
      return;
    }
    unit(finding, told.doubleValue() / miles, "miles", KM_PER_MILE * 1000, "metres");
  }

  private static void unit(
      Finding finding, double ratio, String right, double otherRatio, String other) {
    if (isNear(ratio, 1)) return;
    if (isNear(ratio, KM_PER_MILE)) {
      finding.broken("kilometres fit, " + right + " do not");
    } else if (isNear(ratio, otherRatio)) {
      finding.broken(other + " fit, " + right + " do not");
    } else {
      finding.notSeen("no unit fits the track");
    }
  }

  private static boolean isNear(double ratio, double expected) {
    return Math.abs(ratio / expected - 1) < 0.15;
  }

  static void eta(Finding finding, JsonNode position) {
    JsonNode eta = position.path("eta");
    if (!eta.isObject()) {
      finding.otherwise("there is none", "etaAt() of our client is then null");
      return;
    }
    if (eta.has("reason") && !eta.has("etaAt")) {
      finding.notSeen("it has only a reason");
      return;
    }
    String missing =
        List.of("nextStopSequence", "nextStopEta", "etaAt", "remainingMiles", "remainingMinutes")
            .stream()
            .filter(name -> !eta.has(name))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      finding.otherwise("it has no " + missing, "our client then reads null");
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  /** The points that can be read. */
  private static List<Fix> track(JsonNode position) {
    List<Fix> track = new ArrayList<>();
    for (JsonNode point : position.path("gpsTrack")) {
      Instant at = FreightJson.instant(point.path("ts").stringValue(""));
      boolean hasPlace = point.path("lat").isNumber() && point.path("lng").isNumber();
      if (at == null || !hasPlace) continue;
      double speed = point.path("speed").isNumber() ? point.path("speed").doubleValue() : 0;
      track.add(
          new Fix(at, point.path("lat").doubleValue(), point.path("lng").doubleValue(), speed));
    }
    return track;
  }
}
