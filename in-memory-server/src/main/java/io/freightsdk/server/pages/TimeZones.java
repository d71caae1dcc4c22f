package io.freightsdk.server.pages;

import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.geo.Coordinates;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The time zone of a stop: that of its state, and where a larger part of the state keeps another,
 * that of the part in which it lies. Borders are straight lines, so a few small towns near one have
 * the zone beyond it.
 */
final class TimeZones {
  private static final String EASTERN = "America/New_York";
  private static final String CENTRAL = "America/Chicago";
  private static final String MOUNTAIN = "America/Denver";
  private static final String PACIFIC = "America/Los_Angeles";
  private static final String ARIZONA = "America/Phoenix";

  private static final Map<String, String> BY_STATE = new HashMap<>();

  static {
    all(EASTERN, "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV");
    all(CENTRAL, "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI");
    all(MOUNTAIN, "CO ID MT NM UT WY");
    all(PACIFIC, "CA NV OR WA");
    all(ARIZONA, "AZ");
    all("America/Anchorage", "AK");
    all("Pacific/Honolulu", "HI");
    all("America/Puerto_Rico", "PR VI");
    all("Pacific/Guam", "GU MP");
    all("Pacific/Pago_Pago", "AS");
  }

  /** Parts of states whose zone is not that of their state. */
  private static final List<Part> PARTS =
      List.of(
          west("FL", CENTRAL, 30.0, 31.1, -84.95),
          west("IN", CENTRAL, 37.7, 38.3, -86.6),
          west("IN", CENTRAL, 40.73, 41.9, -86.7),
          west("KY", CENTRAL, 36.4, 37.2, -85.05),
          west("KY", CENTRAL, 37.2, 39.2, -86.3),
          west("MI", CENTRAL, 45, 46.45, -87.5),
          west("MI", CENTRAL, 46.45, 47, -89.7),
          west("KS", MOUNTAIN, 37.73, 39.57, -101.4),
          west("ND", MOUNTAIN, 45.8, 47.55, -101.4),
          west("NE", MOUNTAIN, 39.9, 43.1, -101.1),
          west("SD", MOUNTAIN, 42.4, 46, -100.8),
          west("TX", MOUNTAIN, 25, 37, -104.9),
          west("ID", PACIFIC, 45.5, 49.1, -114.33),
          east("OR", MOUNTAIN, 42.45, 44.3, -118.2),
          // The Navajo Nation has summer time.
          east("AZ", MOUNTAIN, 35.5, 37.1, -111.3),
          east("TN", EASTERN, 34.9, 35.4, -85.45),
          east("TN", EASTERN, 35.4, 36.8, -84.83));

  private TimeZones() {}

  /** The name of the zone in the tz database, such as {@code America/Chicago}. */
  static String of(PlannedStop stop) {
    String state = stop.address().state();
    Fence fence = stop.fence();
    if (fence != null) {
      for (Part part : PARTS) {
        if (part.contains(state, fence.center())) return part.zone;
      }
    }
    return BY_STATE.getOrDefault(state, "UTC");
  }

  private static void all(String zone, String states) {
    for (String state : states.split(" ", -1)) BY_STATE.put(state, zone);
  }

  private static Part west(String state, String zone, double south, double north, double of) {
    return new Part(state, zone, south, north, -180, of);
  }

  private static Part east(String state, String zone, double south, double north, double of) {
    return new Part(state, zone, south, north, of, 180);
  }

  private record Part(
      String state, String zone, double south, double north, double west, double east) {
    boolean contains(String of, Coordinates at) {
      return state.equals(of)
          && (at.lat() >= south && at.lat() < north)
          && (at.lng() >= west && at.lng() < east);
    }
  }
}
