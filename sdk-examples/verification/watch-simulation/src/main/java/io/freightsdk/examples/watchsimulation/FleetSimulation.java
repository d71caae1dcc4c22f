package io.freightsdk.examples.watchsimulation;

import io.freightsdk.examples.watchsimulation.FleetReplay.Outcome;
import io.freightsdk.examples.watchsimulation.FleetReplay.Strategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures what a budget for a whole fleet buys, prints the table, and writes it with its chart
 * into the documentation.
 */
public final class FleetSimulation {
  static final String BEGIN = "<!-- fleet: begin -->";
  static final String END = "<!-- fleet: end -->";

  static final String EVEN = "even polling";
  static final String SHARES = "adaptive plan, equal shares";
  static final String FLEET = "fleet rule";
  static final String ORACLE = "oracle";

  private static final List<Integer> USD_A_DAY = List.of(2, 5, 10, 20);
  private static final double USD_OF_A_READ = 0.02;
  private static final int TRIPS = 60;

  /** What a strategy did with a budget. */
  record Row(String strategy, int usdADay, Outcome outcome) {}

  private FleetSimulation() {}

  /** Arguments: loads at a time, seed, folder of the documentation. */
  public static void main(String[] args) throws IOException {
    int atATime = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    List<List<RecordedLoad>> lanes =
        FleetRecorder.record(
            atATime,
            seed,
            done -> {
              if (done % 10 == 0) {
                System.out.println(done + " of " + atATime + " places recorded");
              }
            });
    write(lanes, seed, Path.of(args[2]));
  }

  static void write(List<List<RecordedLoad>> lanes, long seed, Path docs) throws IOException {
    List<Row> rows = measure(lanes, USD_A_DAY);
    String table = FleetTable.of(rows) + "\n" + bounds(lanes) + "\n";
    System.out.println();
    System.out.println(table);
    Files.createDirectories(docs.resolve("images"));
    Files.writeString(docs.resolve("images/fleet-simulation.svg"), FleetChart.of(rows));
    Path page = docs.resolve("benchmarks/fleet.md");
    if (Files.exists(page)) {
      String caption =
          "%d loads at a time for a week, seed %d, %d arrivals and departures:\n\n"
              .formatted(lanes.size(), seed, rows.get(0).outcome().visits().size());
      Files.writeString(
          page, WatchSimulation.replaced(Files.readString(page), BEGIN, END, caption + table));
    }
  }

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

  private static String bounds(List<List<RecordedLoad>> lanes) {
    double[] readsPerDay =
        USD_A_DAY.stream().mapToDouble(usd -> readsPerDay(usd, lanes.size())).toArray();
    double[] least = FleetBound.meanDelays(lanes, readsPerDay, TRIPS);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < least.length; i++) {
      all.add("%s at %d USD".formatted(FleetTable.time(least[i]), USD_A_DAY.get(i)));
    }
    return "Without knowing the future, no rule brings the mean of arrivals and departures below "
        + String.join(", ", all)
        + " (`FleetBound`).";
  }

  private static Row row(String name, int usd, FleetReplay replay, Strategy strategy) {
    return new Row(name, usd, replay.run(strategy));
  }
}
