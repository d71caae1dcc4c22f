package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The driven track of one load as a line of at most {@value #MAX_POINTS} points, however many fixes
 * went in.
 *
 * <p>Starts with a tolerance of 20 m. Whenever the line is full the tolerance doubles and the line
 * is simplified to half its points, so one fix costs amortised constant time and a load at most 16
 * KB. The newest fix is always its last point; late fixes go where their time puts them. Not
 * thread-safe: guard it with whatever guards the load.
 */
public final class TrackSketch {
  /** The most points that {@link #line()} ever returns. */
  public static final int MAX_POINTS = 1_024;

  private static final double FIRST_TOLERANCE_METERS = 20;
  private static final double METERS_PER_DEGREE = 111_195;
  private static final double DEGREE_STEPS = 1e6;

  private long[] times = {};
  private int[] lats = {};
  private int[] lngs = {};
  private int size;
  private double toleranceMeters = FIRST_TOLERANCE_METERS;

  /** Adds the fix taken at {@code epochMillis}, in whatever order fixes come. */
  public void add(long epochMillis, double lat, double lng) {
    int latSteps = (int) Math.round(lat * DEGREE_STEPS);
    int lngSteps = (int) Math.round(lng * DEGREE_STEPS);
    boolean newest = size == 0 || epochMillis >= times[size - 1];
    if (newest) {
      append(epochMillis, latSteps, lngSteps);
    } else {
      insertLate(epochMillis, latSteps, lngSteps);
    }
    if (size == MAX_POINTS) halve();
  }

  /** The line so far, oldest first. */
  public List<Coordinates> line() {
    List<Coordinates> line = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      line.add(new Coordinates(lats[i] / DEGREE_STEPS, lngs[i] / DEGREE_STEPS));
    }
    return line;
  }

  private void append(long time, int lat, int lng) {
    // The last point is provisional until it is clear of the one before: a parked truck adds
    // nothing.
    boolean lastIsProvisional =
        size >= 2 && meters(lats[size - 1], lngs[size - 1], size - 2) < toleranceMeters;
    int at = lastIsProvisional ? size - 1 : size;
    place(at, time, lat, lng);
    size = at + 1;
  }

  private void insertLate(long time, int lat, int lng) {
    int found = Arrays.binarySearch(times, 0, size, time);
    int at = found < 0 ? -found - 1 : found + 1;
    boolean nearNext = at < size && meters(lat, lng, at) < toleranceMeters;
    boolean nearPrevious = at > 0 && meters(lat, lng, at - 1) < toleranceMeters;
    if (nearNext || nearPrevious) return;
    growTo(size + 1);
    System.arraycopy(times, at, times, at + 1, size - at);
    System.arraycopy(lats, at, lats, at + 1, size - at);
    System.arraycopy(lngs, at, lngs, at + 1, size - at);
    size++;
    place(at, time, lat, lng);
  }

  private void place(int at, long time, int lat, int lng) {
    growTo(at + 1);
    times[at] = time;
    lats[at] = lat;
    lngs[at] = lng;
  }

  private void growTo(int needed) {
    if (needed <= times.length) return;
    int capacity = Math.min(MAX_POINTS, Math.max(16, 2 * times.length));
    times = Arrays.copyOf(times, capacity);
    lats = Arrays.copyOf(lats, capacity);
    lngs = Arrays.copyOf(lngs, capacity);
  }

  private double meters(int lat, int lng, int other) {
    double east = eastDegrees(lng, lngs[other]) * Math.cos(Math.toRadians(lat / DEGREE_STEPS));
    return METERS_PER_DEGREE * Math.hypot((lat - lats[other]) / DEGREE_STEPS, east);
  }

  private static double eastDegrees(int lng, int from) {
    return Math.IEEEremainder(((long) lng - from) / DEGREE_STEPS, 360);
  }

  private void halve() {
    double[] x = new double[size];
    double[] y = new double[size];
    for (int i = 0; i < size; i++) {
      double lat = lats[i] / DEGREE_STEPS;
      y[i] = lat * METERS_PER_DEGREE;
      x[i] = eastDegrees(lngs[i], lngs[0]) * Math.cos(Math.toRadians(lat)) * METERS_PER_DEGREE;
    }
    BitSet kept;
    do {
      toleranceMeters *= 2;
      kept = DouglasPeucker.keep(x, y, size, toleranceMeters);
    } while (kept.cardinality() > MAX_POINTS / 2);
    int to = 0;
    for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
      place(to++, times[i], lats[i], lngs[i]);
    }
    size = to;
  }
}
