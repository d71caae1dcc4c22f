package io.freightsdk.server.web.track;

import io.freightsdk.server.geo.Coordinates;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The time zone of a stop, from its state and, where a state has two, from its coordinates.
 *
 * <p>The border between the zones of a state is simplified to the meridian or parallel that is
 * right for most people (49 CFR part 71 has the exact one); within some 30 miles of it the result
 * may be the neighbouring zone. Without coordinates, the zone of most people in the state is used.
 * The Navajo Nation counts as Arizona. UTC if the state is unknown.
 */
final class StopZone {
  private static final ZoneId EASTERN = ZoneId.of("America/New_York");
  private static final ZoneId CENTRAL = ZoneId.of("America/Chicago");
  private static final ZoneId MOUNTAIN = ZoneId.of("America/Denver");
  private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");

  private record Split(ZoneId zone, Predicate<Coordinates> where) {}

  private static final Map<String, ZoneId> MOST = most();

  private static final Map<String, Split> REST =
      Map.ofEntries(
          Map.entry(
              "AK", new Split(ZoneId.of("America/Adak"), at -> at.lng() < -169.5 || at.lng() > 0)),
          Map.entry("FL", new Split(CENTRAL, at -> at.lng() < -85.05)),
          Map.entry("ID", new Split(PACIFIC, at -> at.lat() > 45.5)),
          Map.entry("IN", new Split(CENTRAL, StopZone::isCentralIndiana)),
          Map.entry("KS", new Split(MOUNTAIN, at -> at.lng() < -101.5)),
          Map.entry(
              "KY",
              new Split(CENTRAL, at -> at.lng() < -86.2 || (at.lng() < -85 && at.lat() < 37.2))),
          Map.entry("MI", new Split(CENTRAL, StopZone::isCentralMichigan)),
          Map.entry("ND", new Split(MOUNTAIN, at -> at.lng() < -101.9 && at.lat() < 47.6)),
          Map.entry("NE", new Split(MOUNTAIN, at -> at.lng() < -101.3)),
          Map.entry("OR", new Split(MOUNTAIN, at -> at.lng() > -118.2 && at.lat() < 44.4)),
          Map.entry("SD", new Split(MOUNTAIN, at -> at.lng() < -100.6)),
          Map.entry("TN", new Split(EASTERN, StopZone::isEasternTennessee)),
          Map.entry("TX", new Split(MOUNTAIN, at -> at.lng() < -104.9)));

  private StopZone() {}

  static ZoneId of(String state, @Nullable Coordinates at) {
    Split rest = REST.get(state);
    if (rest != null && at != null && rest.where().test(at)) return rest.zone();
    return MOST.getOrDefault(state, ZoneId.of("UTC"));
  }

  /** The counties around Gary and those around Evansville. */
  private static boolean isCentralIndiana(Coordinates at) {
    boolean aroundGary =
        (at.lng() < -86.7 && at.lat() > 41.1) || (at.lng() < -86.95 && at.lat() > 40.7);
    boolean aroundEvansville =
        (at.lng() < -86.6 && at.lat() < 38.2) || (at.lng() < -87.3 && at.lat() < 38.5);
    return aroundGary || aroundEvansville;
  }

  /** The four counties along Wisconsin. */
  private static boolean isCentralMichigan(Coordinates at) {
    return (at.lng() < -87.6 && at.lat() < 46.4) || at.lng() < -89.9;
  }

  /** The line bends: Crossville keeps Nashville's time, Chattanooga and Knoxville do not. */
  private static boolean isEasternTennessee(Coordinates at) {
    return at.lng() > (at.lat() > 35.7 ? -84.9 : -85.4);
  }

  private static Map<String, ZoneId> most() {
    Map<String, ZoneId> zones = new HashMap<>();
    put(zones, EASTERN, "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV");
    put(zones, CENTRAL, "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI");
    put(zones, MOUNTAIN, "CO ID MT NM UT WY");
    put(zones, PACIFIC, "CA NV OR WA");
    put(zones, ZoneId.of("America/Phoenix"), "AZ");
    put(zones, ZoneId.of("America/Anchorage"), "AK");
    put(zones, ZoneId.of("Pacific/Honolulu"), "HI");
    put(zones, ZoneId.of("America/Puerto_Rico"), "PR VI");
    put(zones, ZoneId.of("Pacific/Guam"), "GU MP");
    put(zones, ZoneId.of("Pacific/Pago_Pago"), "AS UM");
    put(zones, ZoneId.of("Pacific/Palau"), "PW");
    put(zones, ZoneId.of("Pacific/Pohnpei"), "FM");
    put(zones, ZoneId.of("Pacific/Majuro"), "MH");
    return Map.copyOf(zones);
  }

  private static void put(Map<String, ZoneId> zones, ZoneId zone, String states) {
    for (String state : states.split(" ", -1)) zones.put(state, zone);
  }
}
