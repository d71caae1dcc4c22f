package io.freightsdk.model.internal;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Time zones of places in the United States. Most borders of zones follow counties, and here they
 * are a few straight lines. In states with two zones, 0.6 percent of the area gets the zone beyond
 * the border. All of it is within 11 miles of the border. The middles of 4 in 9,000 ZIP code areas
 * are there. The border of the Navajo Nation is not in these figures.
 */
public final class TimeZones {
  private static final ZoneId EASTERN = ZoneId.of("America/New_York");
  private static final ZoneId CENTRAL = ZoneId.of("America/Chicago");
  private static final ZoneId MOUNTAIN = ZoneId.of("America/Denver");
  private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");
  private static final ZoneId ARIZONA = ZoneId.of("America/Phoenix");

  /** The zone of the state, or of its larger part. */
  private static final Map<String, ZoneId> BY_STATE = new HashMap<>();

  /** States in which at least a county has another zone. */
  private static final Set<String> SPLIT_STATES =
      Set.of("AZ", "FL", "ID", "IN", "KS", "KY", "MI", "ND", "NE", "OR", "SD", "TN", "TX");

  /** Areas in a split state of ZIP codes with the same first three digits, which have one zone. */
  private static final Map<String, ZoneId> BY_ZIP_PREFIX = new HashMap<>();

  /** Areas with the same first three digits that have two zones. */
  private static final Set<String> SPLIT_ZIP_PREFIXES =
      Set.of(
          "324", "373", "377", "401", "426", "427", "465", "475", "479", "498", "499", "575", "576",
          "585", "586", "587", "677", "678", "690", "691", "693", "798", "835", "860", "865",
          "979");

  static {
    states(EASTERN, "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV");
    states(CENTRAL, "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI");
    states(MOUNTAIN, "CO ID MT NM UT WY");
    states(PACIFIC, "CA NV OR WA");
    states(ARIZONA, "AZ");
    states(ZoneId.of("America/Anchorage"), "AK");
    states(ZoneId.of("Pacific/Honolulu"), "HI");
    states(ZoneId.of("America/Puerto_Rico"), "PR VI");
    states(ZoneId.of("Pacific/Guam"), "GU MP");
    states(ZoneId.of("Pacific/Pago_Pago"), "AS");

    zips(EASTERN, "374 376 378 379");
    zips(CENTRAL, "325 420 421 422 423 424 463 464 476 477");
    zips(MOUNTAIN, "577 799 885");
    zips(PACIFIC, "838");
  }

  /** Parts of states whose zone is not the zone of the rest. The first match counts. */
  private static final List<Part> PARTS =
      List.of(
          west("FL", CENTRAL, 29.9, 30.5, -85.03),
          west("FL", CENTRAL, 30.5, 31.1, -84.9),
          west("IN", CENTRAL, 37.7, 38.2, -86.48),
          west("IN", CENTRAL, 38.2, 38.48, -87.32),
          west("IN", CENTRAL, 40.73, 41.18, -87.04),
          west("IN", CENTRAL, 41.18, 41.69, -86.5),
          west("IN", CENTRAL, 41.69, 41.9, -86.6),
          west("KY", CENTRAL, 36.4, 37.2, -85.03),
          west("KY", CENTRAL, 37.2, 37.45, -85.45),
          west("KY", CENTRAL, 37.45, 37.6, -86.07),
          west("KY", CENTRAL, 37.6, 38, -86.22),
          west("KY", CENTRAL, 38, 39.2, -86.47),
          west("MI", CENTRAL, 45, 45.95, -87.31),
          west("MI", CENTRAL, 45.95, 46.25, -87.61),
          west("MI", CENTRAL, 46.25, 46.4, -88.11),
          west("MI", CENTRAL, 46.4, 46.5, -89.36),
          west("MI", CENTRAL, 46.5, 47, -89.75),
          west("KS", MOUNTAIN, 37.73, 39.57, -101.4),
          west("ND", MOUNTAIN, 45.9, 46.4, -101.14),
          west("ND", MOUNTAIN, 46.4, 46.65, -101.29),
          west("ND", MOUNTAIN, 46.65, 47.55, -102.14),
          west("NE", MOUNTAIN, 39.9, 41.75, -101.31),
          west("NE", MOUNTAIN, 41.75, 42.1, -100.86),
          west("NE", MOUNTAIN, 42.1, 43.1, -101.1),
          west("SD", MOUNTAIN, 42.4, 43.8, -101.23),
          west("SD", MOUNTAIN, 43.8, 44.15, -101.08),
          west("SD", MOUNTAIN, 44.15, 46, -100.5),
          west("TX", MOUNTAIN, 25, 32.1, -104.93),
          west("ID", PACIFIC, 45.5, 49.1, -114.33),
          east("OR", MOUNTAIN, 42.45, 44.3, -118.2),
          // The Navajo Nation has daylight saving time. The Hopi Reservation inside it has none.
          new Part("AZ", ARIZONA, 35.6, 36.05, -110.9, -110.15),
          east("AZ", MOUNTAIN, 35.3, 35.5, -109.4),
          east("AZ", MOUNTAIN, 35.5, 37.1, -111.43),
          east("TN", EASTERN, 34.9, 35.3, -85.44),
          east("TN", EASTERN, 35.3, 35.78, -85.1),
          east("TN", EASTERN, 35.78, 36.35, -84.81),
          east("TN", EASTERN, 36.35, 36.8, -84.72),
          // Towns, for which the state is not split.
          east("NV", MOUNTAIN, 40.7, 40.8, -114.09),
          west("AK", ZoneId.of("America/Adak"), 51, 54, -169.5));

  private TimeZones() {}

  /**
   * The zone of a place: by its coordinates, otherwise by its ZIP code, otherwise by its state.
   * Null if that does not decide between two zones, or if the state is not known.
   */
  public static @Nullable ZoneId of(
      @Nullable String state, @Nullable String zip, @Nullable Double lat, @Nullable Double lng) {
    if (state == null) return null;
    String code = state.toUpperCase(Locale.ROOT);
    // West Wendover. The middle of this ZIP code is outside the town.
    if (code.equals("NV") && zip != null && zip.startsWith("89883")) return MOUNTAIN;
    if (lat != null && lng != null) {
      for (Part part : PARTS) {
        if (part.contains(code, lat, lng)) return part.zone;
      }
      return ofMost(code);
    }
    if (!SPLIT_STATES.contains(code)) return ofMost(code);
    if (zip == null || zip.length() < 3) return null;
    String prefix = zip.substring(0, 3);
    return SPLIT_ZIP_PREFIXES.contains(prefix)
        ? null
        : BY_ZIP_PREFIX.getOrDefault(prefix, ofMost(code));
  }

  /** The zone of most of a state; null for a code that is not known. */
  public static @Nullable ZoneId ofMost(String state) {
    return BY_STATE.get(state);
  }

  private static void states(ZoneId zone, String states) {
    for (String state : states.split(" ", -1)) BY_STATE.put(state, zone);
  }

  private static void zips(ZoneId zone, String prefixes) {
    for (String prefix : prefixes.split(" ", -1)) BY_ZIP_PREFIX.put(prefix, zone);
  }

  private static Part west(String state, ZoneId zone, double south, double north, double of) {
    return new Part(state, zone, south, north, -180, of);
  }

  private static Part east(String state, ZoneId zone, double south, double north, double of) {
    return new Part(state, zone, south, north, of, 180);
  }

  private record Part(
      String state, ZoneId zone, double south, double north, double west, double east) {
    boolean contains(String code, double lat, double lng) {
      return state.equals(code) && lat >= south && lat < north && lng >= west && lng < east;
    }
  }
}
