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

  private double micros(double share) {
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(size - 1L, (long) (size * share))] / 1e3;
  }
}
