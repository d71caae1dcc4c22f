package io.freightsdk.chaos;

import io.freightsdk.simulation.RunObservations.Cap;
import io.freightsdk.simulation.RunObservations.Terms;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * How one run is set up.
 *
 * @param calls how many calls that no limit refused are enough; none where time bounds the run
 * @param seconds how long the run is; 0 where calls bound it
 * @param deaths processes that are killed
 * @param stops hard stops of the database
 * @param cuts messages to the database, of ten thousand, with which its connection is cut
 */
record ChaosPlan(
    long seed, int processes, int calls, int seconds, int deaths, int stops, int cuts) {
  static final Duration WINDOW = Duration.ofHours(1);
  static final BigDecimal CLIENT_CAP = new BigDecimal("15.00");
  static final BigDecimal WINDOW_RUN_CAP = new BigDecimal("5.00");
  static final BigDecimal TOTAL_RUN_CAP = new BigDecimal("30.00");

  static final BigDecimal CREATE = new BigDecimal("0.65");
  static final BigDecimal READ = new BigDecimal("0.02");

  static final Duration TIMEOUT = Duration.ofSeconds(2);
  static final Duration DEADLINE = Duration.ofSeconds(8);
  static final Duration PRICE_LIFE = Duration.ofSeconds(10);

  static final int THREADS = 2;

  private static final SpendScope TENANT = SpendScope.of("acme");

  static SpendLimit clientLimit() {
    return SpendLimit.perHour(CLIENT_CAP);
  }

  /** Runs of an agent: one with a window, one with a total, one with the client's limits only. */
  static final List<SpendScope> RUNS =
      List.of(
          TENANT.child("run-0", SpendLimit.perHour(WINDOW_RUN_CAP)),
          TENANT.child("run-1", SpendLimit.total(TOTAL_RUN_CAP)),
          TENANT.child("run-2"));

  static final SpendScope TOTAL_RUN = RUNS.get(1);

  Terms terms() {
    return new Terms(
        List.of(
            new Cap(SpendScope.CLIENT, CLIENT_CAP, WINDOW),
            new Cap(RUNS.get(0).path(), WINDOW_RUN_CAP, WINDOW),
            new Cap(TOTAL_RUN.path(), TOTAL_RUN_CAP, null)),
        true,
        true,
        false,
        PRICE_LIFE,
        DEADLINE,
        Duration.ZERO);
  }
}
