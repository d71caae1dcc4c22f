package io.freightsdk.server.domain.track;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to 512 fixes in columns: 34 bytes a fix. Absent accuracy and speed are NaN, absent heading is
 * -1.
 */
final class Chunk {
  static final int CAPACITY = 512;

  /** Small, so that chunks filled by late fixes have little slack. */
  private static final int GROWTH = 16;

  private static final int FIRST_CAPACITY = 16;

  /** Whether another track reads this chunk too; such a chunk never changes again. */
  private volatile boolean shared;

  private int size;
  private long[] times;
  private double[] lats;
  private double[] lngs;
  private float[] accuracies;
  private float[] speeds;
  private short[] headings;

  /** The first chunk of a track, which most often stays short. */
  static Chunk first() {
    return new Chunk(FIRST_CAPACITY);
  }

  static Chunk full() {
    return new Chunk(CAPACITY);
  }

  private Chunk(int capacity) {
    times = new long[capacity];
    lats = new double[capacity];
    lngs = new double[capacity];
    accuracies = new float[capacity];
    speeds = new float[capacity];
    headings = new short[capacity];
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size == CAPACITY;
  }

  long time(int i) {
    return times[i];
  }

  double lat(int i) {
    return lats[i];
  }

  double lng(int i) {
    return lngs[i];
  }

  long lastTime() {
    return times[size - 1];
  }

  Coordinates coordinates(int i) {
    return new Coordinates(lats[i], lngs[i]);
  }

  Fix fix(int i) {
    return new Fix(
        Instant.ofEpochMilli(times[i]),
        coordinates(i),
        widen(accuracies[i]),
        widen(speeds[i]),
        headings[i] < 0 ? null : Integer.valueOf(headings[i]));
  }

  /** Index of the first fix later than {@code time}. */
  int upperBound(long time) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  void insert(int i, Fix fix) {
    if (size == times.length) {
      resize(Math.min(CAPACITY, size + GROWTH));
    }
    shift(times, i);
    shift(lats, i);
    shift(lngs, i);
    shift(accuracies, i);
    shift(speeds, i);
    shift(headings, i);
    times[i] = fix.time().toEpochMilli();
    lats[i] = fix.at().lat();
    lngs[i] = fix.at().lng();
    accuracies[i] = narrow(fix.accuracyMeters());
    speeds[i] = narrow(fix.speedMph());
    headings[i] = fix.heading() == null ? -1 : fix.heading().shortValue();
    size++;
  }

  /** Moves the later half to a new chunk. Neither keeps room to spare. */
  Chunk split() {
    int half = size / 2;
    Chunk tail = part(half, size - half, size - half);
    size = half;
    resize(half);
    return tail;
  }

  /** This chunk for a second track; whichever of the two changes it first copies it. */
  Chunk share() {
    shared = true;
    return this;
  }

  /** This chunk, or a copy of it when another track reads it too. */
  Chunk own() {
    return shared ? part(0, size, times.length) : this;
  }

  private Chunk part(int from, int count, int capacity) {
    Chunk part = new Chunk(capacity);
    part.size = count;
    System.arraycopy(times, from, part.times, 0, count);
    System.arraycopy(lats, from, part.lats, 0, count);
    System.arraycopy(lngs, from, part.lngs, 0, count);
    System.arraycopy(accuracies, from, part.accuracies, 0, count);
    System.arraycopy(speeds, from, part.speeds, 0, count);
    System.arraycopy(headings, from, part.headings, 0, count);
    return part;
  }

  private void resize(int capacity) {
    times = Arrays.copyOf(times, capacity);
    lats = Arrays.copyOf(lats, capacity);
    lngs = Arrays.copyOf(lngs, capacity);
    accuracies = Arrays.copyOf(accuracies, capacity);
    speeds = Arrays.copyOf(speeds, capacity);
    headings = Arrays.copyOf(headings, capacity);
  }

  private void shift(Object column, int from) {
    System.arraycopy(column, from, column, from + 1, size - from);
  }

  private static float narrow(@Nullable Double value) {
    return value == null ? Float.NaN : value.floatValue();
  }

  private static @Nullable Double widen(float value) {
    return Float.isNaN(value) ? null : Double.valueOf(value);
  }
}
