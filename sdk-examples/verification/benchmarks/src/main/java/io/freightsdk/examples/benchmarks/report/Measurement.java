package io.freightsdk.examples.benchmarks.report;

import java.util.Arrays;

/**
 * What one subject measured in one run: the median of its rounds, and how far they spread.
 *
 * @param table the table of the page it belongs to, such as {@code decode}
 * @param subject what was measured, as a reader names it: {@code Jackson 3}
 * @param metric what of it, such as {@code time} or {@code allocated}
 * @param unit of the values, such as {@code us}, {@code B}, {@code req/s}
 * @param x the size at which it was measured, for curves of growth; 0 elsewhere
 * @param median of the rounds
 * @param low the least of the middle half of the rounds; of less than four rounds, the least of all
 * @param high the greatest of them
 * @param rounds how many there were
 */
public record Measurement(
    String table,
    String subject,
    String metric,
    String unit,
    long x,
    double median,
    double low,
    double high,
    int rounds) {

  /** The measurement of these rounds, of which there is at least one. */
  public static Measurement of(
      String table, String subject, String metric, String unit, double... rounds) {
    return at(0, table, subject, metric, unit, rounds);
  }

  /** One point of a curve of growth. */
  public static Measurement at(
      long x, String table, String subject, String metric, String unit, double... rounds) {
    if (rounds.length == 0) {
      throw new IllegalArgumentException(table + ", " + subject + ": no round was measured");
    }
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    int outside = sorted.length / 4;
    double low = sorted[outside];
    double high = sorted[sorted.length - 1 - outside];
    return new Measurement(table, subject, metric, unit, x, median, low, high, sorted.length);
  }

  /** Whether the rounds spread so far that they cannot tell which of the two is less. */
  boolean isEqualTo(Measurement other) {
    return low <= other.high && other.low <= high;
  }
}
