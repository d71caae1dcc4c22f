package io.freightsdk.examples.benchmarks.geofence;

import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.geo.Fix;
import java.util.function.IntFunction;

/** What one fix costs that comes out of order, on a track that is long already. */
final class LateFixes {
  static final String TABLE = "late fixes";
  static final String ARRIVAL = "late, in the middle, an arrival";
  static final String TIME = "time of one fix";
  private static final String ALLOCATED = "allocated";
  private static final String IN_ORDER = "in order";
  private static final int WARM_UP = 2_000;
  private static final int ARRIVALS_TO_WARM_UP = 3;
  private static final int FIXES_A_ROUND = 500;
  private static final int NEAR_THE_END = 10;

  static final Table DESCRIPTION =
      new Table.Comparison(
          TABLE,
          "Geofence engine: a late fix",
          """
          One `offer` to a load that has 1,000,000 fixes already, by the thread's own time. A late fix is inserted at its own time and the load is evaluated again from there,
          until the state is the same as before. Only a fix that changes the history, here an
          arrival that was unknown, costs a step for each fix after it.""",
          IN_ORDER,
          null);

  private final int size;
  private final int rounds;
  private final Measurements measurements;

  LateFixes(int size, int rounds, Measurements measurements) {
    this.size = size;
    this.rounds = rounds;
    this.measurements = measurements;
  }

  void measure() {
    Trip trip = Drives.trip(size);
    int inAll = WARM_UP + rounds * FIXES_A_ROUND;
    // Each place on the track is taken once: a second fix of one time would be a duplicate.
    record("late, near the end", trip.copy(), i -> Drives.between(size - NEAR_THE_END - i));
    record("late, in the middle", trip.copy(), i -> Drives.between(size / 2 - inAll + i));
    record(IN_ORDER, trip.copy(), i -> Drives.fix(size + i));
    double[] micros = new double[rounds];
    double[] bytes = new double[rounds];
    for (int round = -ARRIVALS_TO_WARM_UP; round < rounds; round++) {
      Trip fresh = trip.copy();
      Fix arrival = Drives.arrivalBefore(size / 2);
      long before = CpuTime.allocated();
      double nanos = CpuTime.once(() -> offer(fresh, arrival));
      long allocated = CpuTime.allocated() - before;
      boolean isJudged = fresh.progress().stops().get(0).arrivedAt() != null;
      if (!isJudged) throw new IllegalStateException("the late fix was to be an arrival");
      if (round < 0) continue;
      micros[round] = nanos / 1e3;
      bytes[round] = allocated;
    }
    measurements.add(Measurement.of(TABLE, ARRIVAL, TIME, "us", micros));
    measurements.add(Measurement.of(TABLE, ARRIVAL, ALLOCATED, "B", bytes));
  }

  private void record(String subject, Trip trip, IntFunction<Fix> fixes) {
    for (int i = 0; i < WARM_UP; i++) Drives.offer(trip, fixes.apply(i));
    double[] micros = new double[rounds];
    double[] bytes = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      int first = WARM_UP + round * FIXES_A_ROUND;
      Fix[] own = new Fix[FIXES_A_ROUND];
      for (int i = 0; i < own.length; i++) own[i] = fixes.apply(first + i);
      long before = CpuTime.allocated();
      micros[round] =
          CpuTime.once(
                  () -> {
                    for (Fix fix : own) Drives.offer(trip, fix);
                    return trip.track().size();
                  })
              / 1e3
              / FIXES_A_ROUND;
      bytes[round] = (CpuTime.allocated() - before) / (double) FIXES_A_ROUND;
    }
    measurements.add(Measurement.of(TABLE, subject, ALLOCATED, "B", bytes));
    measurements.add(Measurement.of(TABLE, subject, TIME, "us", micros));
  }

  private static double offer(Trip trip, Fix fix) {
    Drives.offer(trip, fix);
    return trip.track().size();
  }
}
