package io.freightsdk.examples.benchmarks.geofence;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import java.nio.file.Path;
import java.util.List;

/** What fixes cost: time in order and late, and memory. */
public final class GeofenceSuite implements Suite {
  private static final double FIXES_PER_SECOND = 1_000_000;
  private static final double LATE_MICROS = 5_000;
  private static final double BYTES_A_FIX = 40;

  @Override
  public String name() {
    return "geofence";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) {
    Effort effort = Effort.ofThisRun();
    int size = effort.of(1_000_000, 100_000);
    int rounds = effort.of(7, 2);
    new Judging(size, rounds, measurements).measure();
    new LateFixes(size, rounds, measurements).measure();
    FixMemory.measure(size, effort.of(3, 1), measurements);
  }

  @Override
  public List<Table> tables() {
    return List.of(Judging.DESCRIPTION, LateFixes.DESCRIPTION, FixMemory.DESCRIPTION);
  }

  @Override
  public List<Aim> aims() {
    return List.of(
        Aim.figureAtLeast(FIXES_PER_SECOND, Judging.TABLE, Judging.ADVANCE, Judging.RATE),
        Aim.figureAtMost(LATE_MICROS, LateFixes.TABLE, LateFixes.ARRIVAL, LateFixes.TIME),
        Aim.figureAtMost(BYTES_A_FIX, FixMemory.TABLE, FixMemory.IN_ORDER, FixMemory.HEAP),
        Aim.figureAtMost(BYTES_A_FIX, FixMemory.TABLE, FixMemory.REVERSED, FixMemory.HEAP));
  }
}
