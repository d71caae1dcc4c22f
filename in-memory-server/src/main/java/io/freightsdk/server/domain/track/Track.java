package io.freightsdk.server.domain.track;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All fixes of one load in time order; those of one instant in order of arrival. The distance is a
 * running sum in whole billionths of a mile, so a late fix leaves exactly the sum that the sorted
 * track has. Accuracy and speed are kept to float precision. Not safe for use by several threads at
 * once.
 */
public final class Track {
  private static final double UNITS_PER_MILE = 1e9;

  private static final int TIME = 0;
  private static final int LAT = 8;
  private static final int LNG = 16;

  /** NaN when absent. */
  private static final int ACCURACY = 24;

  /** NaN when absent. */
  private static final int SPEED = 28;

  /** -1 when absent. */
  private static final int HEADING = 32;

  /** As an object a fix would take four times as many. */
  private static final int BYTES_A_FIX = 34;

  private static final int FIXES_A_BLOCK = 64;

  /** All blocks but the last are full. */
  private final List<ByteBuffer> blocks = new ArrayList<>(1);

  private int size;
  private long distanceUnits;

  public int size() {
    return size;
  }

  /** Length over all fixes in time order; null below two. */
  public @Nullable Double distanceMiles() {
    return size < 2 ? null : Double.valueOf(distanceUnits / UNITS_PER_MILE);
  }

  /**
   * Adds a fix at its place in time, after those of the same instant, and returns it as it is kept.
   */
  public Fix add(Fix fix) {
    int i = countUpTo(fix.time().toEpochMilli());
    Coordinates before = i == 0 ? null : at(i - 1);
    Coordinates after = i == size ? null : at(i);
    distanceUnits += units(before, fix.at()) + units(fix.at(), after) - units(before, after);
    insert(i, fix);
    return get(i);
  }

  /** Whether a fix of the same instant at the same coordinates is kept already. */
  public boolean contains(Fix fix) {
    long time = fix.time().toEpochMilli();
    for (int i = countUpTo(time) - 1; i >= 0 && time(i) == time; i--) {
      if (at(i).equals(fix.at())) return true;
    }
    return false;
  }

  /** The fix with this index in the order of time, from 0. */
  public Fix get(int i) {
    ByteBuffer block = blocks.get(i / FIXES_A_BLOCK);
    int row = row(i % FIXES_A_BLOCK);
    short heading = block.getShort(row + HEADING);
    return new Fix(
        Instant.ofEpochMilli(time(i)),
        at(i),
        widen(block.getFloat(row + ACCURACY)),
        widen(block.getFloat(row + SPEED)),
        heading < 0 ? null : Integer.valueOf(heading));
  }

  /** When that fix was measured, in epoch milliseconds. */
  public long time(int i) {
    return blocks.get(i / FIXES_A_BLOCK).getLong(row(i % FIXES_A_BLOCK) + TIME);
  }

  /** Where that fix was measured. */
  public Coordinates at(int i) {
    ByteBuffer block = blocks.get(i / FIXES_A_BLOCK);
    int row = row(i % FIXES_A_BLOCK);
    return new Coordinates(block.getDouble(row + LAT), block.getDouble(row + LNG));
  }

  /** How many fixes are not later than a time. */
  public int countUpTo(long epochMillis) {
    if (size > 0 && time(size - 1) <= epochMillis) return size;
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time(middle) <= epochMillis) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  public @Nullable Fix last() {
    return size == 0 ? null : get(size - 1);
  }

  /** The latest fix at or before {@code time}. */
  public @Nullable Fix before(Instant time) {
    int count = countUpTo(time.toEpochMilli());
    return count == 0 ? null : get(count - 1);
  }

  /** The first fix after {@code time}. */
  public @Nullable Fix after(Instant time) {
    int count = countUpTo(time.toEpochMilli());
    return count == size ? null : get(count);
  }

  /** The latest {@code count} fixes, oldest first. */
  public List<Fix> latest(int count) {
    List<Fix> latest = new ArrayList<>(Math.min(count, size));
    for (int i = Math.max(0, size - count); i < size; i++) latest.add(get(i));
    return latest;
  }

  /**
   * The places of at most {@code count} fixes and of the latest, oldest first: of all fixes, or of
   * every second, fourth and so on.
   */
  public List<Coordinates> sampled(int count) {
    int stride = 1;
    while (size / stride >= count) stride *= 2;
    List<Coordinates> sample = new ArrayList<>(size / stride + 2);
    for (int i = 0; i < size; i += stride) sample.add(at(i));
    boolean isSampled = size == 0 || (size - 1) % stride == 0;
    if (!isSampled) sample.add(at(size - 1));
    return sample;
  }

  /** Makes the block of this fix and those after it again: for the latest fix one. */
  private void insert(int i, Fix fix) {
    int first = i / FIXES_A_BLOCK;
    ByteBuffer again = ByteBuffer.allocate(row(size + 1 - first * FIXES_A_BLOCK));
    List<ByteBuffer> old = blocks.subList(first, blocks.size());
    for (ByteBuffer block : old) again.put(block.duplicate());
    byte[] bytes = again.array();
    int row = row(i % FIXES_A_BLOCK);
    int next = row + BYTES_A_FIX;
    System.arraycopy(bytes, row, bytes, next, bytes.length - next);
    again.putLong(row + TIME, fix.time().toEpochMilli());
    again.putDouble(row + LAT, fix.at().lat());
    again.putDouble(row + LNG, fix.at().lng());
    again.putFloat(row + ACCURACY, narrow(fix.accuracyMeters()));
    again.putFloat(row + SPEED, narrow(fix.speedMph()));
    again.putShort(row + HEADING, fix.heading() == null ? -1 : fix.heading().shortValue());
    old.clear();
    for (int from = 0; from < bytes.length; from += row(FIXES_A_BLOCK)) {
      int end = Math.min(bytes.length, from + row(FIXES_A_BLOCK));
      blocks.add(ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, end)));
    }
    size++;
  }

  private static int row(int i) {
    return i * BYTES_A_FIX;
  }

  private static long units(@Nullable Coordinates from, @Nullable Coordinates to) {
    return from == null || to == null ? 0 : Math.round(from.milesTo(to) * UNITS_PER_MILE);
  }

  private static float narrow(@Nullable Double value) {
    return value == null ? Float.NaN : value.floatValue();
  }

  private static @Nullable Double widen(float value) {
    return Float.isNaN(value) ? null : Double.valueOf(value);
  }
}
