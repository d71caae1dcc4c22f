package io.freightsdk.examples.benchmarks.geofence;

import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.geo.Fix;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/** Fixes per second on one core, in the order of their time. */
final class Judging {
  static final String TABLE = "geofence";
  static final String RATE = "fixes per second";
  static final String ADVANCE = "ours: advance, two stops";
  private static final String PLAIN = "distance and two circles";

  static final Table DESCRIPTION =
      new Table.Comparison(
          TABLE,
          "Geofence engine",
          """
          Fixes on one core, counted by the thread's own time. `advance` is the pure step that makes
          a load's status, arrivals and departures of a fix; `offer` also applies the rules for pings
          and keeps the fix in the load's track. For comparison, the arithmetic that traccar describes, written again here: the
          great-circle distance from the fix before, and containment in each of the circles,
          without a status.\
          """,
          ADVANCE,
          null);

  private static final int MANY_STOPS = 50;

  private final Fix[] fixes;
  private final int rounds;
  private final Measurements measurements;

  Judging(int count, int rounds, Measurements measurements) {
    this.fixes = new Fix[count];
    Arrays.setAll(fixes, Drives::fix);
    this.rounds = rounds;
    this.measurements = measurements;
  }

  void measure() {
    record(ADVANCE, () -> advance(2));
    record("ours: advance, fifty stops", () -> advance(MANY_STOPS));
    record("ours: offer, two stops", this::offer);
    record(PLAIN, () -> new PlainCircles(2).judge(fixes));
    record("distance and fifty circles", () -> new PlainCircles(MANY_STOPS).judge(fixes));
  }

  private double advance(int stops) {
    Progress progress = Progress.of(Drives.plan(stops));
    for (Fix fix : fixes) progress = progress.advance(fix);
    return progress.status().ordinal();
  }

  private double offer() {
    Trip trip = new Trip(Drives.plan(2));
    for (Fix fix : fixes) Drives.offer(trip, fix);
    return trip.track().size();
  }

  private void record(String subject, DoubleSupplier work) {
    double[] rates =
        Arrays.stream(CpuTime.nanos(rounds, work))
            .map(nanos -> fixes.length * 1e9 / nanos)
            .toArray();
    long before = CpuTime.allocated();
    work.getAsDouble();
    double bytes = (CpuTime.allocated() - before) / (double) fixes.length;
    measurements.add(Measurement.of(TABLE, subject, RATE, "fixes/s", rates));
    measurements.add(Measurement.of(TABLE, subject, "allocated a fix", "B", bytes));
  }
}
