package io.freightsdk.server.domain.track;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All fixes of one load, by time and then by order of arrival. The distance is a running sum in
 * whole billionths of a mile, so a late fix leaves exactly the sum that the sorted track has.
 * Accuracy and speed are kept to float precision. Not thread-safe.
 */
public final class Track {
  private static final double UNITS_PER_MILE = 1e9;

  private final List<Row> rows = new ArrayList<>(0);
  private long distanceNanoMiles;

  public int size() {
    return rows.size();
  }

  /** Length of the track over all fixes in time order; null for fewer than two fixes. */
  public @Nullable Double distanceMiles() {
    return size() < 2 ? null : Double.valueOf(distanceNanoMiles / UNITS_PER_MILE);
  }

  /**
   * Adds a fix at its place in time, after fixes of the same instant, and returns it as it is kept.
   */
  public Fix add(Fix fix) {
    int i = countUpTo(fix.time().toEpochMilli());
    Coordinates before = i == 0 ? null : placeAt(i - 1);
    Coordinates after = i == size() ? null : placeAt(i);
    distanceNanoMiles +=
        units(before, fix.coordinates()) + units(fix.coordinates(), after) - units(before, after);
    rows.add(i, Row.of(fix));
    return get(i);
  }

  /** Whether a fix with the same time and coordinates is already kept. */
  public boolean contains(Fix fix) {
    long time = fix.time().toEpochMilli();
    for (int i = countUpTo(time) - 1; i >= 0 && epochMillisAt(i) == time; i--) {
      if (placeAt(i).equals(fix.coordinates())) return true;
    }
    return false;
  }

  /** The fix with this index in the order of time, from 0. */
  public Fix get(int i) {
    return rows.get(i).fix();
  }

  /** Time of the fix with this index, in epoch milliseconds. */
  public long epochMillisAt(int i) {
    return rows.get(i).time;
  }

  /** Place of the fix with this index. */
  public Coordinates placeAt(int i) {
    return rows.get(i).at();
  }

  /** The number of fixes that are not later than a time. */
  public int countUpTo(long epochMillis) {
    if (size() > 0 && epochMillisAt(size() - 1) <= epochMillis) return size();
    int low = 0;
    int high = size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (epochMillisAt(middle) <= epochMillis) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  public @Nullable Fix lastFix() {
    return size() == 0 ? null : get(size() - 1);
  }

  /** The latest fix at or before {@code time}. */
  public @Nullable Fix fixAtOrBefore(Instant time) {
    int count = countUpTo(time.toEpochMilli());
    return count == 0 ? null : get(count - 1);
  }

  /** The first fix after {@code time}. */
  public @Nullable Fix fixAfter(Instant time) {
    int count = countUpTo(time.toEpochMilli());
    return count == size() ? null : get(count);
  }

  /** The latest {@code count} fixes, oldest first. */
  public List<Fix> latestFixes(int count) {
    List<Fix> latest = new ArrayList<>(Math.min(count, size()));
    for (int i = Math.max(0, size() - count); i < size(); i++) latest.add(get(i));
    return latest;
  }

  /**
   * The places of at most {@code count} fixes and of the latest, oldest first: of all fixes, or of
   * every second, fourth and so on.
   */
  public List<Coordinates> samplePlaces(int count) {
    int stride = 1;
    while (size() / stride >= count) stride *= 2;
    List<Coordinates> sample = new ArrayList<>(size() / stride + 2);
    for (int i = 0; i < size(); i += stride) sample.add(placeAt(i));
    boolean isSampled = size() == 0 || (size() - 1) % stride == 0;
    if (!isSampled) sample.add(placeAt(size() - 1));
    return sample;
  }

  private static long units(@Nullable Coordinates from, @Nullable Coordinates to) {
    return from == null || to == null ? 0 : Math.round(from.milesTo(to) * UNITS_PER_MILE);
  }

  /**
   * A stored fix. A {@link Fix} needs three times the memory.
   *
   * @param accuracy NaN when absent, as {@code speed}
   * @param heading -1 when absent
   */
  private record Row(
      long time, double lat, double lng, float accuracy, float speed, short heading) {
    static Row of(Fix fix) {
      return new Row(
          fix.time().toEpochMilli(),
          fix.coordinates().lat(),
          fix.coordinates().lng(),
          narrow(fix.accuracyMeters()),
          narrow(fix.speedMph()),
          fix.heading() == null ? -1 : fix.heading().shortValue());
    }

    Coordinates at() {
      return new Coordinates(lat, lng);
    }

    Fix fix() {
      return new Fix(
          Instant.ofEpochMilli(time),
          at(),
          widen(accuracy),
          widen(speed),
          heading < 0 ? null : Integer.valueOf(heading));
    }

    private static float narrow(@Nullable Double value) {
      return value == null ? Float.NaN : value.floatValue();
    }

    private static @Nullable Double widen(float value) {
      return Float.isNaN(value) ? null : Double.valueOf(value);
    }
  }
}
