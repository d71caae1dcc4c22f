package io.freightsdk.server.pages;

import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.geo.Coordinates;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The time zone of a stop: that of its state, and in states with two zones of the part in which it
 * lies. Borders follow those of counties, to some miles. Zones are the official ones, except where
 * the whole town keeps another, as Fort Pierre does; but Phenix City and Valley in Alabama, which
 * keep Georgia's time, and Kenton in Oklahoma, which keeps New Mexico's, have that of their state.
 * So has Cameron in Arizona, which lies west of the line that stands for the Navajo Nation.
 */
final class TimeZones {
  private static final String EASTERN = "America/New_York";
  private static final String CENTRAL = "America/Chicago";
  private static final String MOUNTAIN = "America/Denver";
  private static final String PACIFIC = "America/Los_Angeles";
  private static final String ARIZONA = "America/Phoenix";
  private static final String ALEUTIANS = "America/Adak";

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
          west("FL", CENTRAL, 24, 30.0, -85.38),
          west("FL", CENTRAL, 30.0, 30.49, -85.02),
          west("FL", CENTRAL, 30.49, 31.1, -84.87),
          west("IN", CENTRAL, 37.7, 38.2, -86.46),
          west("IN", CENTRAL, 38.2, 38.53, -87.31),
          west("IN", CENTRAL, 40.73, 41.17, -86.93),
          west("IN", CENTRAL, 41.17, 41.9, -86.48),
          west("KY", CENTRAL, 36.4, 37.04, -85.0),
          west("KY", CENTRAL, 37.04, 37.22, -85.1),
          west("KY", CENTRAL, 37.22, 37.49, -85.43),
          west("KY", CENTRAL, 37.49, 37.94, -86.26),
          west("KY", CENTRAL, 37.94, 39.2, -86.46),
          west("MI", CENTRAL, 41.6, 45.9, -87.35),
          west("MI", CENTRAL, 45.9, 46.25, -87.62),
          west("MI", CENTRAL, 46.25, 46.42, -88.1),
          west("MI", CENTRAL, 46.42, 49, -89.74),
          west("KS", MOUNTAIN, 37.73, 39.57, -101.4),
          west("ND", MOUNTAIN, 45.8, 46.8, -101.3),
          west("ND", MOUNTAIN, 46.8, 47.55, -102.22),
          west("NE", MOUNTAIN, 39.9, 41.7, -101.25),
          west("NE", MOUNTAIN, 41.7, 42.4, -100.85),
          west("NE", MOUNTAIN, 42.4, 43.1, -101.2),
          west("SD", MOUNTAIN, 42.4, 44.06, -101.2),
          west("SD", MOUNTAIN, 44.06, 46, -100.45),
          west("TX", MOUNTAIN, 25, 37, -104.9),
          west("ID", PACIFIC, 45.5, 49.1, -114.33),
          east("OR", MOUNTAIN, 42.45, 44.3, -118.2),
          // The Navajo Nation has summer time; the Hopi villages within it do not.
          new Part("AZ", ARIZONA, 35.6, 36.05, -110.9, -110.1),
          east("AZ", MOUNTAIN, 35.5, 37.1, -111.3),
          // West Wendover and Jackpot keep the time of the towns beyond the border.
          east("NV", MOUNTAIN, 40.6, 40.9, -114.2),
          new Part("NV", MOUNTAIN, 41.9, 42, -114.8, -114.5),
          west("AK", ALEUTIANS, 51, 56, -169.5),
          east("AK", ALEUTIANS, 51, 54, 170),
          east("TN", EASTERN, 34.9, 35.32, -85.45),
          east("TN", EASTERN, 35.32, 35.61, -85.05),
          east("TN", EASTERN, 35.61, 36.8, -84.83));

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
