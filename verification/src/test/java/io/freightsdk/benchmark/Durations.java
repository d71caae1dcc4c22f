package io.freightsdk.benchmark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How long something took, each time. Safe for concurrent use. */
final class Durations {
  private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());

  void add(long nanosOfOne) {
    nanos.add(nanosOfOne);
  }

  int count() {
    return nanos.size();
  }

  long countOfAtLeast(long nanosOfOne) {
    return all().stream().filter(one -> one >= nanosOfOne).count();
  }

  List<Long> all() {
    synchronized (nanos) {
      return List.copyOf(nanos);
    }
  }

  private double millis(double share) {
    List<Long> sorted = new ArrayList<>(all());
    Collections.sort(sorted);
    int place = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.get(Math.max(0, place)) / 1e6;
  }

  double median() {
    return millis(0.5);
  }

  double p95() {
    return millis(0.95);
  }

  /** Median and 95th percentile in milliseconds. */
  @Override
  public String toString() {
    return pair(median(), p95());
  }

  /** How much more the two figures are than those of something else. */
  String more(Durations other) {
    return pair(median() - other.median(), p95() - other.p95());
  }

  private static String pair(double median, double p95) {
    return String.format(Locale.ROOT, "%8.2f %8.2f", median, p95);
  }
}
