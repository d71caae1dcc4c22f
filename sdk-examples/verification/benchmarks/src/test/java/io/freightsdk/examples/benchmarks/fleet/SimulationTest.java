package io.freightsdk.examples.benchmarks.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.examples.benchmarks.fleet.Simulation.Result;
import io.freightsdk.testsupport.Size;
import io.freightsdk.watch.PollPlan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final int TRIPS = Size.of(1, 8);

  private static final List<Candidate> TWO =
      List.of(
          new Candidate(Candidate.FIVE_MINUTES, PollPlan.every(Duration.ofMinutes(5))),
          new Candidate(Candidate.ADAPTIVE, PollPlan.adaptive()));

  @Test
  void theAdaptivePlanNoticesLikeFiveMinutePollingForAFifthOfItsReads() {
    Result result = new Simulation(TRIPS, 42, TWO).run(done -> {});
    Measured fixed = result.of(Candidate.FIVE_MINUTES);
    Measured adaptive = result.of(Candidate.ADAPTIVE);

    assertThat(adaptive.reads()).isLessThanOrEqualTo(fixed.reads() / 5);
    assertThat(adaptive.meanDelayMinutes()).isLessThanOrEqualTo(fixed.meanDelayMinutes());
    assertThat(adaptive.changes()).isEqualTo(fixed.changes()).isGreaterThanOrEqualTo(3 * TRIPS);
  }

  /** The names of the ETA's fields are our server's choice: the plan must do without. */
  @Test
  void withoutEtaFieldsThePlanStillReadsAThirdOfFiveMinutePollingAndNoticesWithinAQuarterHour() {
    List<Candidate> both = List.of(TWO.get(0), Candidate.withoutEta());
    Result result = new Simulation(TRIPS, 42, both).run(done -> {});
    Measured fixed = result.of(Candidate.FIVE_MINUTES);
    Measured blind = result.of(Candidate.WITHOUT_ETA);

    assertThat(blind.reads()).isLessThanOrEqualTo(fixed.reads() / 3);
    assertThat(blind.meanDelayMinutes()).isLessThanOrEqualTo(15);
    assertThat(blind.changes()).isEqualTo(fixed.changes());
  }

  @Test
  void aSeedGivesTheSameMeasurementAgain() {
    List<Candidate> adaptive = List.of(TWO.get(1));
    Measured once = new Simulation(1, 5, adaptive).run(done -> {}).of(Candidate.ADAPTIVE);
    Measured again = new Simulation(1, 5, adaptive).run(done -> {}).of(Candidate.ADAPTIVE);

    assertThat(again.reads()).isEqualTo(once.reads());
    assertThat(again.meanDelayMinutes()).isEqualTo(once.meanDelayMinutes());
  }

  @Test
  void theTableReplacesWhatStoodBetweenItsMarks() {
    String page = "a\n<!-- simulation: begin -->\nold\n<!-- simulation: end -->\nb\n";

    assertThat(WatchSimulation.replaced(page, "simulation", "new\n"))
        .isEqualTo("a\n<!-- simulation: begin -->\nnew\n<!-- simulation: end -->\nb\n");
    assertThatThrownBy(() -> WatchSimulation.replaced("a page without marks", "simulation", "new"))
        .isInstanceOf(IllegalStateException.class);
  }
}
