package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.examples.benchmarks.fleet.Simulation.Result;
import io.freightsdk.model.LoadStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** The measurements of plans as a Markdown table and as a chart. */
final class PlanReport {
  private static final List<LoadStatus> CHANGES =
      List.of(
          LoadStatus.AT_PICKUP,
          LoadStatus.IN_TRANSIT,
          LoadStatus.AT_DELIVERY,
          LoadStatus.DELIVERED);

  private PlanReport() {}

  static String table(Result result) {
    StringBuilder table = new StringBuilder();
    table.append("| plan | paid reads per load | USD per load | reads against 5 min |");
    table.append(" mean delay | 95th percentile |");
    CHANGES.forEach(status -> table.append(" mean to ").append(status.value()).append(" |"));
    table.append("\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    Measured reference = result.of(Candidate.FIVE_MINUTES);
    result.plans().forEach(plan -> table.append(row(plan, reference, result.readPriceUsd())));
    return table.toString();
  }

  private static String row(Measured plan, Measured reference, BigDecimal readPriceUsd) {
    BigDecimal usd =
        readPriceUsd
            .multiply(BigDecimal.valueOf(plan.readsPerLoad()))
            .setScale(2, RoundingMode.HALF_UP);
    StringBuilder row = new StringBuilder();
    row.append(
        String.format(
            Locale.ROOT,
            "| %s | %.1f | %s | %.0f %% | %.1f min | %.1f min |",
            plan.candidate().name(),
            plan.readsPerLoad(),
            usd,
            100.0 * plan.reads() / reference.reads(),
            plan.meanDelayMinutes(),
            plan.p95DelayMinutes()));
    for (LoadStatus status : CHANGES) {
      row.append(String.format(Locale.ROOT, " %.1f min |", plan.meanDelayMinutes(status)));
    }
    return row.append('\n').toString();
  }

  static String chart(Result result) {
    return Chart.of(
        "Detection delay of a status change against paid reads per load",
        new Chart.Axis("paid reads per load", List.of(10, 20, 50, 100, 200, 500, 1000)),
        new Chart.Axis(
            "delay in minutes: mean (dot), 95th percentile (bar)",
            List.of(1, 2, 5, 10, 20, 50, 100)),
        result.plans().stream().map(PlanReport::series).toList());
  }

  private static Chart.Series series(Measured plan) {
    String name = plan.candidate().name();
    String color = name.equals(Candidate.ADAPTIVE) ? "#1a7f37" : "#6e7781";
    Chart.Point point =
        new Chart.Point(plan.readsPerLoad(), plan.meanDelayMinutes(), plan.p95DelayMinutes());
    return new Chart.Series(name, color, 4, List.of(point));
  }
}
