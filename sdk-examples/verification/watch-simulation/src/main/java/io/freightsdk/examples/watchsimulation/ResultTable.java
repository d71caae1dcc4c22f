package io.freightsdk.examples.watchsimulation;

import io.freightsdk.examples.watchsimulation.Simulation.Result;
import io.freightsdk.model.LoadStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** The result as a Markdown table. */
final class ResultTable {
  private static final List<LoadStatus> CHANGES =
      List.of(
          LoadStatus.AT_PICKUP,
          LoadStatus.IN_TRANSIT,
          LoadStatus.AT_DELIVERY,
          LoadStatus.DELIVERED);

  private ResultTable() {}

  static String of(Result result) {
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
}
