package io.freightsdk.examples.watchsimulation;

import io.freightsdk.examples.watchsimulation.FleetReplay.Outcome;
import io.freightsdk.examples.watchsimulation.FleetSimulation.Row;
import java.util.List;
import java.util.Locale;

/** The measurements of a fleet as a Markdown table. */
final class FleetTable {
  private FleetTable() {}

  static String of(List<Row> rows) {
    StringBuilder table = new StringBuilder();
    table.append("| USD a day | strategy | reads | arrivals, departures: mean | p90 |");
    table.append(" estimates moved by 30 min: mean | p90 | all: mean | p90 |\n");
    table.append("|---:|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (Row row : rows) {
      Outcome outcome = row.outcome();
      table.append(
          String.format(
              Locale.ROOT,
              "| %d | %s | %,d | %s | %s | %s | %s | %s | %s |%n",
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

  static String time(double minutes) {
    if (Double.isNaN(minutes)) {
      return "-";
    }
    return minutes < 600
        ? String.format(Locale.ROOT, "%.0f min", minutes)
        : String.format(Locale.ROOT, "%.0f h", minutes / 60);
  }
}
