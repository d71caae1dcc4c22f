package io.freightsdk.examples.benchmarks.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.benchmarks.fleet.FleetReplay.Outcome;
import io.freightsdk.examples.benchmarks.fleet.FleetSimulation.Row;
import io.freightsdk.testsupport.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;

@Thorough("drives a fleet for days")
class FleetSimulationTest {
  @Test
  void theFleetRuleNoticesEarlierThanEqualSharesForTheSameMoney() {
    List<List<RecordedLoad>> lanes = FleetRecorder.record(8, 7, done -> {});
    List<Row> rows = FleetSimulation.measure(lanes, List.of(20));
    Outcome shares = of(rows, FleetSimulation.SHARES);
    Outcome fleet = of(rows, FleetSimulation.FLEET);
    Outcome oracle = of(rows, FleetSimulation.ORACLE);

    assertThat(fleet.reads()).isLessThanOrEqualTo(shares.reads());
    // Eight places are few: in the fleet of the README of freight-watch it is a quarter.
    assertThat(Outcome.mean(fleet.visits())).isLessThan(0.7 * Outcome.mean(shares.visits()));
    assertThat(Outcome.mean(fleet.all())).isLessThan(0.8 * Outcome.mean(shares.all()));
    assertThat(fleet.visits()).as("the same news for all").hasSameSizeAs(oracle.visits());
    assertThat(FleetReport.table(rows)).contains("| 20 | fleet rule |");
    assertThat(FleetReport.chart(rows)).startsWith("<svg").endsWith("</svg>\n");
  }

  private static Outcome of(List<Row> rows, String strategy) {
    return rows.stream()
        .filter(row -> row.strategy().equals(strategy))
        .findFirst()
        .orElseThrow()
        .outcome();
  }
}
