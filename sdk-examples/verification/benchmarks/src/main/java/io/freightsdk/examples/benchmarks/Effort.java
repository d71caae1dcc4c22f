package io.freightsdk.examples.benchmarks;

/**
 * How long to measure: in full, or just enough to see that everything runs ({@code
 * -Dbenchmarks.smoke=true}).
 */
public enum Effort {
  SMOKE,
  FULL;

  /** That of this run. */
  public static Effort ofThisRun() {
    return Boolean.getBoolean("benchmarks.smoke") ? SMOKE : FULL;
  }

  /** {@code full} in a full run, otherwise {@code smoke}. */
  public int of(int full, int smoke) {
    return this == FULL ? full : smoke;
  }
}
