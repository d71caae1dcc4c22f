package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Outcome;
import io.freightsdk.examples.benchmarks.fleet.FleetSimulation.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The measurements of a fleet as a Markdown table and as a chart. */
final class FleetReport {
  private FleetReport() {}

  static String table(List<Row> rows) {
    StringBuilder table = new StringBuilder();
    table.append("| USD a day | strategy | reads | arrivals, departures: mean | p90 |");
    table.append(" estimates moved by 30 min: mean | p90 | all: mean | p90 |\n");
    table.append("|---:|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (Row row : rows) {
      Outcome outcome = row.outcome();
      table.append(
          String.format(
              Locale.ROOT,
              "| %d | %s | %,d | %s | %s | %s | %s | %s | %s |\n",
              row.usdADay(),
              row.strategy(),
              outcome.reads(),
              time(Outcome.mean(outcome.visits())),
              time(Outcome.p90(outcome.visits())),
              time(Outcome.mean(outcome.estimates())),
              time(Outcome.p90(outcome.estimates())),
              time(Outcome.mean(outcome.all())),
              time(Outcome.p90(outcome.all()))));
    }
    return table.toString();
  }

  private static String time(double minutes) {
    if (Double.isNaN(minutes)) {
      return "-";
    }
    return minutes < 600
        ? String.format(Locale.ROOT, "%.0f min", minutes)
        : String.format(Locale.ROOT, "%.0f h", minutes / 60);
  }

  static String chart(List<Row> rows) {
    return Chart.of(
        "How late a fleet of 200 notices arrivals and departures",
        new Chart.Axis("budget in USD a day", List.of(2, 5, 10, 20)),
        new Chart.Axis("mean delay in minutes", List.of(1, 3, 10, 30, 100, 300, 1000, 3000, 10000)),
        List.of(
            series(rows, FleetSimulation.EVEN, "#6e7781", -4),
            series(rows, FleetSimulation.SHARES, "#bc4c00", 8),
            series(rows, FleetSimulation.FLEET, "#1a7f37", 8),
            series(rows, FleetSimulation.ORACLE, "#0969da", 8)));
  }

  private static Chart.Series series(
      List<Row> rows, String strategy, String color, int labelBelow) {
    List<Chart.Point> points = new ArrayList<>();
    for (Row row : rows) {
      if (!row.strategy().equals(strategy)) continue;
      double mean = Outcome.mean(row.outcome().visits());
      points.add(new Chart.Point(row.usdADay(), mean, mean));
    }
    return new Chart.Series(strategy, color, labelBelow, points);
  }
}
