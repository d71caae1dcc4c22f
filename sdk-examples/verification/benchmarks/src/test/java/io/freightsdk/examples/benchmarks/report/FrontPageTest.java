package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FrontPageTest {
  private static final Set<String> PEERS = Set.of("theirs", "others");
  private static final Headline TIME = Headline.less("Cold start", "time", PEERS);
  private static final Headline RATE = Headline.more("Cold start", "rate", PEERS);
  private static final Aim AIM = Aim.atMost(1.3, "start", "ours", "time", "bare");

  @Test
  void aRowHasOurFigureAndTheBestOfThoseWhoDoTheSame() {
    String page =
        render(
            TIME,
            Measurement.of("start", "ours", "time", "us", 110),
            Measurement.of("start", "bare", "time", "us", 50),
            Measurement.of("start", "theirs", "time", "us", 220),
            Measurement.of("start", "others", "time", "us", 330));
    assertThat(page)
        .contains(
            """
            | what | ours | next best | ours to it | verdict |
            |---|---:|---:|---:|---|
            | [Cold start](benchmarks/tables.md#cold-start), time | 110 µs | 220 µs (theirs) | 0.500 x | better |
            """);
  }

  @Test
  void whereMoreIsBetterTheGreatestIsTheNextBest() {
    String page =
        render(
            RATE,
            Measurement.of("start", "ours", "rate", "req/s", 600),
            Measurement.of("start", "theirs", "rate", "req/s", 200),
            Measurement.of("start", "others", "rate", "req/s", 300));
    assertThat(page)
        .contains("rate; more is better | 600 req/s | 300 req/s (others) | 2.00 x | better |");
  }

  @Test
  void aRatioThatTheSpreadSwallowsIsEqual() {
    assertThat(
            render(
                TIME,
                Measurement.of("start", "ours", "time", "us", 100, 110, 120),
                Measurement.of("start", "theirs", "time", "us", 90, 100, 110)))
        .contains("| 110 µs | 100 µs (theirs) | 1.10 x | equal |");
    assertThat(
            render(
                TIME,
                Measurement.of("start", "ours", "time", "us", 111, 115, 120),
                Measurement.of("start", "theirs", "time", "us", 90, 100, 110)))
        .contains("| 1.15 x | worse |");
  }

  @Test
  void oneRoundThatWentWrongHidesNoDifference() {
    assertThat(
            render(
                TIME,
                Measurement.of("start", "ours", "time", "us", 120, 121, 122, 999),
                Measurement.of("start", "theirs", "time", "us", 100, 101, 102, 999)))
        .contains("| 122 µs | 102 µs (theirs) | 1.20 x | worse |");
  }

  @Test
  void whatWasNotMeasuredHasNoRow() {
    assertThat(render(TIME))
        .doesNotContain("cold-start")
        .contains("0 of 1 are met, 0 are missed by less than the rounds differ, 1 were not");
  }

  @Test
  void missedAimsAreCountedWhereTheyAreExplained() {
    String page =
        render(
            TIME,
            Measurement.of("start", "ours", "time", "ms", 200),
            Measurement.of("start", "bare", "time", "ms", 100));
    assertThat(page)
        .contains(
            "0 of 1 are met, 0 are missed by less than the rounds differ, 0 were not measured. So many were missed:\n\n"
                + "- 1: [Cold start](benchmarks/tables.md#cold-start)\n");
  }

  @Test
  void machineAndVersionsAreNamed() {
    assertThat(render(TIME))
        .contains("| CPU | Z80 |\n| Alpha | 1.0, of 2026-06 |\n| Beta | 2.0 |\n");
  }

  @Test
  void aRowOfATableThatNoSuiteHasFails() {
    assertThatThrownBy(() -> render(Headline.less("Warm start", "time", PEERS)))
        .hasMessageContaining("no suite has a comparison called Warm start");
  }

  private static String render(Headline headline, Measurement... measured) {
    Table table = new Table.Comparison("start", "Cold start", "Fresh JVMs.", "ours", "bare");
    List<Peer> peers = List.of(new Peer("Beta", "2.0", ""), new Peer("Alpha", "1.0", "2026-06"));
    return new FrontPage(
            Map.of("CPU", "Z80"), peers, List.of(table), List.of(AIM), List.of(headline))
        .render(List.of(measured));
  }
}
