package io.freightsdk.examples.benchmarks.report;

import org.jspecify.annotations.Nullable;

/**
 * A bound for a median, or for its ratio to the same metric of another subject.
 *
 * @param table the table that measures it
 * @param subject whose median is bounded
 * @param metric which of its medians
 * @param against the subject by whose median it is divided; null when the figure itself is bounded
 * @param bound on which side
 * @param figure the bound: a ratio, or a figure in the metric's unit
 */
public record Aim(
    String table,
    String subject,
    String metric,
    @Nullable String against,
    Bound bound,
    double figure) {

  /** The side on which a bound lies. */
  public enum Bound {
    AT_MOST,
    AT_LEAST
  }

  /** {@code subject} has at most {@code ratio} times what {@code against} has. */
  public static Aim atMost(
      double ratio, String table, String subject, String metric, String against) {
    return new Aim(table, subject, metric, against, Bound.AT_MOST, ratio);
  }

  /** {@code subject} has at least {@code ratio} times what {@code against} has. */
  public static Aim atLeast(
      double ratio, String table, String subject, String metric, String against) {
    return new Aim(table, subject, metric, against, Bound.AT_LEAST, ratio);
  }

  /** The median itself is at most this, in its unit. */
  public static Aim figureAtMost(double figure, String table, String subject, String metric) {
    return new Aim(table, subject, metric, null, Bound.AT_MOST, figure);
  }

  /** The median itself is at least this, in its unit. */
  public static Aim figureAtLeast(double figure, String table, String subject, String metric) {
    return new Aim(table, subject, metric, null, Bound.AT_LEAST, figure);
  }

  boolean isKeptBy(double value) {
    return bound == Bound.AT_MOST ? value <= figure : value >= figure;
  }
}
