package io.freightsdk.examples.benchmarks;

import java.util.Arrays;

/** How long single steps took: what most of them take, and what one in a hundred exceeds. */
public final class Percentiles {
  private long[] nanos = new long[1_024];
  private int size;

  /** Notes one step. */
  public void add(long stepNanos) {
    if (size == nanos.length) nanos = Arrays.copyOf(nanos, 2 * size);
    nanos[size++] = stepNanos;
  }

  /** Microseconds that half of the steps took at most. */
  public double p50Micros() {
    return micros(0.5);
  }

  /** Microseconds that 99 of 100 steps took at most. */
  public double p99Micros() {
    return micros(0.99);
  }

  /**
   * The same, had the calls come at their mean distance whatever the one before took: a slow call
   * then counts once more for each that it kept waiting, with what was left for that one.
   */
  public double p99CorrectedMicros() {
    long distance = Math.max(1, Arrays.stream(nanos, 0, size).sum() / size);
    Percentiles corrected = new Percentiles();
    for (int i = 0; i < size; i++) {
      for (long waited = nanos[i]; ; waited -= distance) {
        corrected.add(waited);
        if (waited < 2 * distance) break;
      }
    }
    return corrected.p99Micros();
  }

  private double micros(double share) {
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(size - 1L, (long) (size * share))] / 1e3;
  }
}
