package io.freightsdk.server.domain.geocode;

import io.freightsdk.server.geo.Coordinates;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * ZIP codes and cities with their coordinates, as {@code in-memory-server/tools/zips} packs them.
 * Immutable.
 */
final class PlaceTable {
  private static final String RESOURCE = "places.bin.gz";
  private static final String MAGIC = "FP3";
  private static final double UNITS_PER_DEGREE = 1e4;
  private static final double METERS_PER_FENCE_STEP = 2_000;
  private static final Map<String, String> SHORT_WORDS =
      Map.of(
          "NORTH", "N", "SOUTH", "S", "EAST", "E", "WEST", "W", "SAINT", "ST", "SAINTE", "STE",
          "FORT", "FT", "MOUNT", "MT", "HEIGHTS", "HTS", "SPRINGS", "SPGS");

  /** Added to names of cities that do not have it, as in New York City. */
  private static final String CITY_SUFFIX = "CITY";

  private final int[] zips;
  private final int[] lats;
  private final int[] lngs;
  private final int[] fenceSteps;

  /** For each ZIP code, the index of its state in {@link #stateCodes}. */
  private final int[] stateIndexes;

  private final String[] stateCodes;
  private final Map<String, Integer> cities;

  private PlaceTable(PackedReader in) {
    String magic = in.readText(MAGIC.length());
    if (!magic.equals(MAGIC)) {
      throw new IllegalStateException(RESOURCE + " starts with " + magic + ", not " + MAGIC);
    }
    int count = in.readUnsigned();
    zips = in.readColumn(count);
    lats = in.readColumn(count);
    lngs = in.readColumn(count);
    fenceSteps = in.readColumn(count);
    int stateCount = in.readUnsigned();
    stateCodes = new String[stateCount];
    Arrays.setAll(stateCodes, i -> in.readText(2));
    stateIndexes = in.readColumn(count);
    int cityCount = in.readUnsigned();
    int[] cityZips = in.readColumn(cityCount);
    int[] cityStates = in.readColumn(cityCount);
    cities = new HashMap<>();
    for (int i = 0; i < cityCount; i++) {
      cities.put(key(in.readLine(), stateCodes[cityStates[i]]), cityZips[i]);
    }
  }

  static PlaceTable load() {
    try (InputStream packed = PlaceTable.class.getResourceAsStream(RESOURCE)) {
      if (packed == null) {
        throw new IllegalStateException(
            RESOURCE
                + " is missing next to "
                + PlaceTable.class
                + ": the server's jar was repackaged");
      }
      return new PlaceTable(new PackedReader(new GZIPInputStream(packed).readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Middle of a ZIP code; null if the state has none with these digits. */
  @Nullable Coordinates findZip(int code, String state) {
    int i = Arrays.binarySearch(zips, code);
    boolean isThere = i >= 0 && stateCodes[stateIndexes[i]].equals(state);
    return isThere ? at(lats[i], lngs[i]) : null;
  }

  /** Distance in meters between the middle of a ZIP code in the table and its addresses. */
  double fenceMeters(int code) {
    return fenceSteps[Arrays.binarySearch(zips, code)] * METERS_PER_FENCE_STEP;
  }

  /** Middle of the ZIP codes of a state with these first three digits; null if there is none. */
  @Nullable Coordinates middleOfPrefix(int prefix, String state) {
    int first = prefix * 100;
    int from = Arrays.binarySearch(zips, first);
    double lat = 0;
    double lng = 0;
    int count = 0;
    for (int i = from < 0 ? -from - 1 : from; i < zips.length && zips[i] < first + 100; i++) {
      if (!stateCodes[stateIndexes[i]].equals(state)) continue;
      lat += lats[i];
      lng += lngs[i];
      count++;
    }
    if (count == 0) return null;
    return at((int) Math.round(lat / count), (int) Math.round(lng / count));
  }

  /** Middle of a city, in any common spelling; null if the state has no city of this name. */
  @Nullable Coordinates findCity(String city, String state) {
    String name = normalize(city);
    Integer i = cities.get(key(name, state));
    if (i == null && name.endsWith(CITY_SUFFIX)) {
      i = cities.get(key(name.substring(0, name.length() - CITY_SUFFIX.length()), state));
    }
    return i == null ? null : at(lats[i], lngs[i]);
  }

  int zipCount() {
    return zips.length;
  }

  /** Upper case letters and digits only. The build of the table does the same. */
  static String normalize(String name) {
    String letters =
        Normalizer.normalize(name, Normalizer.Form.NFD)
            .replaceAll("\\p{M}", "")
            .toUpperCase(Locale.ROOT);
    StringBuilder plain = new StringBuilder();
    for (String word : letters.split("[^A-Z0-9]+", -1)) {
      plain.append(SHORT_WORDS.getOrDefault(word, word));
    }
    return plain.toString();
  }

  private static String key(String plainCity, String state) {
    return state + '|' + plainCity;
  }

  private static Coordinates at(int lat, int lng) {
    return new Coordinates(lat / UNITS_PER_DEGREE, lng / UNITS_PER_DEGREE);
  }
}
