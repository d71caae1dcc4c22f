package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureNamesTest {
  private static final List<Measurement> MEASURED =
      List.of(
          Measurement.at(100, "loads", "a load", "heap", "B", 990),
          Measurement.at(1_000, "loads", "a load", "heap", "B", 980),
          Measurement.of("start", "ours", "time", "ms", 3));

  @TempDir Path docs;

  @BeforeEach
  void thePageNamesWhatWasMeasured() throws IOException {
    page("loads; a load; heap; 1000; 900");
  }

  @Test
  void namesThatAreMeasuredAreFine() {
    assertThatCode(() -> check(Set.of(), false, MEASURED)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          roads; a load; heap; 1000; 900   | no suite has table roads; there are [loads, start]
          loads; a lode; heap; 1000; 900   | no subject a lode was measured, but [a load]
          loads; a load; heat; 1000; 900   | no metric heat of it was measured, but [heap]
          loads; a load; heap; 500; 900    | it was not measured at size 500, but at [100, 1000]
          loads; a load; heap; 10000; 900  | it was not measured at size 10000, but at [100, 1000]
          """)
  void aMisspeltFigureOfAPageFailsWithItsNameAndThePage(String figure, String problem)
      throws IOException {
    page(figure);
    String name = figure.substring(0, figure.lastIndexOf("; ", figure.lastIndexOf("; ") - 1));
    failure(MEASURED)
        .hasMessageContaining(
            docs.resolve("benchmarks/growth.md") + " names \"" + name + "\": " + problem);
  }

  @Test
  void aMisspeltAimFailsWithItsNameAndItsSource() {
    failure(MEASURED, Aim.figureAtMost(1, "start", "ours", "tyme"))
        .hasMessageContaining(
            "an aim in LoadSuite.java names \"start; ours; tyme\": no metric tyme of it was"
                + " measured, but [time]");
    failure(MEASURED, Aim.atMost(1, "start", "ours", "time", "thiers"))
        .hasMessageContaining("\"start; thiers; time\": no subject thiers was measured");
  }

  @Test
  void allMistakesAreNamedAtOnce() throws IOException {
    page("loads; a load; heat; 1000; 900");
    failure(MEASURED, Aim.figureAtMost(1, "start", "ours", "tyme"))
        .hasMessageContaining("heat")
        .hasMessageContaining("tyme");
  }

  @Test
  void aSuiteThatWasNotRunIsNoMistake() {
    Aim aim = Aim.figureAtMost(1, "start", "ours", "time");
    assertThatCode(() -> check(Set.of(), false, List.of(), aim)).doesNotThrowAnyException();
  }

  @Test
  void aSubjectThatThisMachineLacksIsNoMistake() {
    Aim aim = Aim.figureAtMost(1, "start", "PostgreSQL", "time");
    assertThatCode(() -> check(Set.of("PostgreSQL"), false, MEASURED, aim))
        .doesNotThrowAnyException();
    failure(MEASURED, aim).hasMessageContaining("no subject PostgreSQL");
  }

  @Test
  void aRunThatIsCutShortEndsAtSmallerSizes() throws IOException {
    page("loads; a load; heap; 10000; 900");
    Aim aim = Aim.figureAtMost(1, "start", "1000 callers", "time");
    assertThatCode(() -> check(Set.of(), true, MEASURED, aim)).doesNotThrowAnyException();
    page("loads; a load; heat; 10000; 900");
    assertThatThrownBy(() -> check(Set.of(), true, MEASURED)).hasMessageContaining("heat");
  }

  private AbstractThrowableAssert<?, ?> failure(List<Measurement> measured, Aim... aims) {
    return assertThatThrownBy(() -> check(Set.of(), false, measured, aims))
        .isInstanceOf(IllegalStateException.class);
  }

  private void check(
      Set<String> optional, boolean isCutShort, List<Measurement> measured, Aim... aims)
      throws IOException {
    Report report = new Report();
    List<Table> tables =
        List.of(
            new Table.Growth("loads", "Loads", "", "loads"),
            new Table.Comparison("start", "Start", "", null, null));
    report.add(
        new Report.Part("LoadSuite.java", tables, List.of(aims), List.of(), optional, measured));
    report.requireKnownFigures(docs, isCutShort);
  }

  private void page(String figure) throws IOException {
    Files.createDirectories(docs.resolve("benchmarks"));
    Files.writeString(
        docs.resolve("benchmarks/growth.md"), "<!-- figure: " + figure + " -->old<!-- /figure -->");
  }
}
