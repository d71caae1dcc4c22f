package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Outcome;
import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Strategy;
import java.util.ArrayList;
import java.util.List;

/** Measures what a budget for a whole fleet buys. */
final class FleetSimulation {
  static final String EVEN = "even polling";
  static final String SHARES = "adaptive plan, equal shares";
  static final String FLEET = "fleet rule";
  static final String ORACLE = "oracle";

  static final List<Integer> USD_A_DAY = List.of(2, 5, 10, 20);
  private static final double USD_OF_A_READ = 0.02;

  /** What a strategy did with a budget. */
  record Row(String strategy, int usdADay, Outcome outcome) {}

  private FleetSimulation() {}

  /** Each budget is one of a fleet of 200; a smaller one has as much less. */
  static List<Row> measure(List<List<RecordedLoad>> lanes, List<Integer> usdADay) {
    FleetReplay replay = new FleetReplay(lanes);
    List<Row> rows = new ArrayList<>();
    for (int usd : usdADay) {
      double readsPerDay = readsPerDay(usd, lanes.size());
      rows.add(row(EVEN, usd, replay, FleetStrategies.evenly(readsPerDay)));
      rows.add(row(SHARES, usd, replay, FleetStrategies.equalShares(readsPerDay, lanes.size())));
      rows.add(row(FLEET, usd, replay, new FleetRule(readsPerDay)));
      rows.add(row(ORACLE, usd, replay, FleetStrategies.oracle(replay.loads(), readsPerDay)));
    }
    return rows;
  }

  private static double readsPerDay(int usd, int places) {
    return usd / USD_OF_A_READ * places / 200;
  }

  private static Row row(String name, int usd, FleetReplay replay, Strategy strategy) {
    return new Row(name, usd, replay.run(strategy));
  }
}
