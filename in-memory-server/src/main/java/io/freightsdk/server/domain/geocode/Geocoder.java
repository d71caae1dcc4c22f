package io.freightsdk.server.domain.geocode;

import io.freightsdk.server.domain.geocode.Geocoder.Geocoded;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.geo.Coordinates;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the coordinates of a US address without a network: by ZIP code, otherwise by city and
 * state. ZIP codes of post offices and of single receivers have no area, so the last resort is a
 * guess from the first three digits. A state alone locates nothing. Streets are unknown, so only
 * given coordinates are exact. The table (175 KB) is read once, on first use.
 */
public final class Geocoder {
  private static final int ZIP_DIGITS = 5;
  private static final int ZIPS_PER_PREFIX = 100;

  private static final PlaceTable TABLE = PlaceTable.load();

  private Geocoder() {}

  /**
   * The coordinates of an address; null if its state has neither its ZIP code, nor its city, nor a
   * ZIP code with the same first three digits. If ZIP code and city disagree, the ZIP code decides.
   *
   * @param zip five digits, or five and four; empty if the order's is not valid
   * @param state USPS code in capitals
   */
  public static @Nullable Geocoded geocode(String city, String state, String zip) {
    int code = zipNumber(zip);
    Coordinates at = TABLE.findZip(code, state);
    if (at != null) return new Geocoded(at, Precision.ZIP, TABLE.fenceMeters(code));
    at = TABLE.findCity(city, state);
    if (at != null) return new Geocoded(at, Precision.CITY);
    at = code < 0 ? null : TABLE.middleOfPrefix(code / ZIPS_PER_PREFIX, state);
    return at == null ? null : new Geocoded(at, Precision.GUESS);
  }

  private static int zipNumber(String zip) {
    return zip.isEmpty() ? -1 : Integer.parseInt(zip.substring(0, ZIP_DIGITS));
  }

  /**
   * A place on the map.
   *
   * @param radiusMeters radius of the fence of a stop without its own radius
   */
  public record Geocoded(Coordinates coordinates, Precision precision, double radiusMeters) {
    public Geocoded(Coordinates at, Precision precision) {
      this(at, precision, precision.radiusMeters);
    }

    /** The fence of a stop without its own radius. */
    public Fence fence() {
      return new Fence(coordinates, radiusMeters, precision != Precision.EXACT);
    }
  }

  /**
   * How exactly a stop's coordinates are known, the best first. In only a third of all ZIP codes,
   * the middle lies within 3.2 km of the address. So an inexact stop needs a wider fence.
   */
  public enum Precision {
    /** Given with the stop. */
    EXACT(Fence.DEFAULT_RADIUS_METERS),
    /** Middle of its ZIP code. The fence is wider if neighboring ZIP codes are farther away. */
    ZIP(8_000),
    /** Middle of its city. */
    CITY(16_000),
    /**
     * Middle of the ZIP codes with the same first three digits. Half of all ZIP codes lie within 32
     * km of it.
     */
    GUESS(32_000);

    private final double radiusMeters;

    Precision(double radiusMeters) {
      this.radiusMeters = radiusMeters;
    }

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
