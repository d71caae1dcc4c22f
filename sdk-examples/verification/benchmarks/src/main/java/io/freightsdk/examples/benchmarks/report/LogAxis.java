package io.freightsdk.examples.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis from one of 1, 2, 5 times a power of ten to another.
 *
 * @param low first tick
 * @param high last tick, greater than the first
 */
record LogAxis(double low, double high) {
  private static final double[] STEPS = {1, 2, 5, 10};
  private static final double MANY_DECADES = 3;

  /** The narrowest axis that holds all of these, each greater than 0. */
  static LogAxis around(double least, double greatest) {
    double low = below(least);
    double high = above(greatest);
    return new LogAxis(low, high > low ? high : above(low * 1.5));
  }

  /** Where a value lies: 0 at the start, 1 at the end. */
  double position(double value) {
    return (Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low));
  }

  /** Powers of ten, and 2 and 5 times them where the axis is short. */
  List<Double> ticks() {
    boolean isLong = Math.log10(high / low) > MANY_DECADES;
    List<Double> ticks = new ArrayList<>();
    for (int decade = decade(low); decade <= decade(high); decade++) {
      for (double step : isLong ? new double[] {1} : new double[] {1, 2, 5}) {
        double tick = step * Math.pow(10, decade);
        boolean isOnAxis = tick > low * 0.999 && tick < high * 1.001;
        if (isOnAxis) ticks.add(tick);
      }
    }
    return ticks;
  }

  private static double below(double value) {
    double power = Math.pow(10, decade(value));
    double found = power;
    for (double step : STEPS) if (step * power <= value * 1.000_001) found = step * power;
    return found;
  }

  private static double above(double value) {
    double power = Math.pow(10, decade(value));
    for (double step : STEPS) if (step * power >= value * 0.999_999) return step * power;
    return 10 * power;
  }

  private static int decade(double value) {
    return (int) Math.floor(Math.log10(value) + 1e-9);
  }
}
