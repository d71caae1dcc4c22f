package io.freightsdk.examples.benchmarks.report;

import java.util.Locale;

/** Figures as the page shows them: three digits that count, and no more than are whole. */
final class Figures {
  private Figures() {}

  static String text(double value) {
    double size = Math.abs(value);
    if (size >= 100 || size == 0) return format("%,.0f", value);
    if (size >= 10) return format("%.1f", value);
    return format(size >= 1 ? "%.2f" : "%.3f", value);
  }

  static String text(double value, String unit) {
    return unit.isEmpty() ? text(value) : text(value) + " " + unit(unit);
  }

  /** A ratio, such as {@code 1.07 x}. */
  static String ratio(double value) {
    return text(value) + " x";
  }

  /** A bound as it was set, without padding: {@code 1.3}, {@code 1,000,000}. */
  static String bound(double value) {
    return value == Math.rint(value) ? format("%,.0f", value) : trimmed(format("%.3f", value));
  }

  static String unit(String unit) {
    return unit.replace("us", "µs");
  }

  private static String trimmed(String number) {
    return number.replaceAll("0+$", "");
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
