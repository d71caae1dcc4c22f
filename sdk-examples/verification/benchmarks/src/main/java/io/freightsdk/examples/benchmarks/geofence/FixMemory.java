package io.freightsdk.examples.benchmarks.geofence;

import io.freightsdk.examples.benchmarks.Heap;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.server.domain.trip.Trip;
import java.lang.ref.Reference;
import java.util.function.IntUnaryOperator;

/** Bytes a fix of a long track. */
final class FixMemory {
  static final String TABLE = "fix memory";
  static final String HEAP = "heap a fix";
  static final String IN_ORDER = "in order";
  static final String REVERSED = "each hour reversed";
  private static final int HOUR = 60;

  static final Table DESCRIPTION =
      new Table.Comparison(
          TABLE,
          "Geofence engine: memory",
          """
          Reachable heap per fix of a load with 1,000,000 fixes (a tenth of that where each
          hour comes newest first), with everything that is kept to evaluate it again: place,
          time, accuracy, speed and heading.""",
          null,
          null);

  private FixMemory() {}

  static void measure(int size, int rounds, Measurements measurements) {
    record(IN_ORDER, size, rounds, i -> i, measurements);
    IntUnaryOperator reversed = i -> i / HOUR * HOUR + HOUR - 1 - i % HOUR;
    record(REVERSED, size / 10 / HOUR * HOUR, rounds, reversed, measurements);
  }

  private static void record(
      String subject, int size, int rounds, IntUnaryOperator order, Measurements measurements) {
    double[] bytes = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long before = Heap.usedBytes();
      Trip trip = new Trip(Drives.plan(2));
      for (int i = 0; i < size; i++) Drives.offer(trip, Drives.fix(order.applyAsInt(i)));
      bytes[round] = (Heap.usedBytes() - before) / (double) size;
      Reference.reachabilityFence(trip);
    }
    measurements.add(Measurement.of(TABLE, subject, HEAP, "B", bytes));
  }
}
