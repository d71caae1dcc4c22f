package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.benchmarks.report.Verdict.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final List<Measurement> MEASURED =
      List.of(
          Measurement.of("start", "ours", "cold start", "ms", 107),
          Measurement.of("start", "bare", "cold start", "ms", 100),
          Measurement.of("start", "ours", "rate", "fixes/s", 1_300_000),
          Measurement.of("other", "bare", "cold start", "ms", 1));

  @Test
  void aRatioWithinItsBoundIsMet() {
    Verdict verdict = Verdict.of(Aim.atMost(1.3, "start", "ours", "cold start", "bare"), MEASURED);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.line()).isEqualTo("cold start, ours: at most 1.3 x bare: met (1.07 x)");
  }

  @Test
  void aRatioOnItsBoundIsMet() {
    Aim aim = Aim.atMost(1.07, "start", "ours", "cold start", "bare");
    assertThat(Verdict.of(aim, MEASURED).outcome()).isEqualTo(Outcome.MET);
  }

  @Test
  void aRatioBeyondItsBoundIsMissed() {
    Verdict verdict = Verdict.of(Aim.atLeast(2, "start", "ours", "cold start", "bare"), MEASURED);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MISSED);
    assertThat(verdict.line())
        .isEqualTo("cold start, ours: at least 2 x bare: **missed** (1.07 x)");
  }

  @Test
  void anAimThatIsMissedByLessThanTheRoundsDifferIsNeitherMetNorMissed() {
    List<Measurement> measured =
        List.of(
            Measurement.of("start", "ours", "time", "ms", 104, 108, 112),
            Measurement.of("start", "bare", "time", "ms", 98, 100, 102));
    Verdict verdict = Verdict.of(Aim.atMost(1.05, "start", "ours", "time", "bare"), measured);
    assertThat(verdict.outcome()).isEqualTo(Outcome.EQUAL);
    assertThat(verdict.line())
        .isEqualTo(
            "time, ours: at most 1.05 x bare: missed by less than the rounds differ (1.08 x)");
    Aim strict = Aim.atMost(1.01, "start", "ours", "time", "bare");
    assertThat(Verdict.of(strict, measured).outcome()).isEqualTo(Outcome.MISSED);
  }

  @Test
  void aFigureIsJudgedByItself() {
    Verdict verdict = Verdict.of(Aim.figureAtLeast(1_000_000, "start", "ours", "rate"), MEASURED);
    assertThat(verdict.line())
        .isEqualTo("rate, ours: at least 1,000,000 fixes/s: met (1,300,000 fixes/s)");
  }

  @Test
  void whatWasNotMeasuredIsOpenRatherThanMet() {
    Aim noSubject = Aim.atMost(1.3, "start", "theirs", "cold start", "bare");
    Aim noOther = Aim.atMost(1.3, "start", "ours", "cold start", "theirs");
    Aim otherTable = Aim.atMost(1.3, "other", "ours", "cold start", "bare");
    assertThat(List.of(noSubject, noOther, otherTable))
        .allSatisfy(aim -> assertThat(Verdict.of(aim, MEASURED).outcome()).isEqualTo(Outcome.OPEN));
  }
}
