package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class InlineFiguresTest {
  private static final String PLACE = "<!-- figure: loads; a load; heap; 1000; 900 -->";
  private static final String PAGE = "| a load | 900 B | " + PLACE + "old<!-- /figure --> | here |";

  @Test
  void aFigureStandsBesideItsRatioToTheOneThatIsUsed() {
    List<Measurement> measured =
        List.of(
            Measurement.at(100, "loads", "a load", "heap", "B", 1_258),
            Measurement.at(1_000, "loads", "a load", "heap", "B", 990));
    assertThat(InlineFigures.in(PAGE, measured))
        .isEqualTo("| a load | 900 B | " + PLACE + "990 B (1.10 x)<!-- /figure --> | here |");
  }

  @Test
  void aFigureThatThisRunDidNotMeasureStays() {
    assertThat(InlineFigures.in(PAGE, List.of())).isEqualTo(PAGE);
    List<Measurement> cutShort = List.of(Measurement.at(100, "loads", "a load", "heap", "B", 1));
    assertThat(InlineFigures.in(PAGE, cutShort)).isEqualTo(PAGE);
  }

  @Test
  void aFigureThatNamesNoPlaceIsRefused() {
    String page = "<!-- figure: loads; a load -->1<!-- /figure -->";
    assertThatThrownBy(() -> InlineFigures.in(page, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("loads; a load");
  }

  @Test
  void thePageOnGrowthTakesAllItsFiguresOfTheBenchmarksFromThere() throws IOException {
    String page = Files.readString(Path.of("../../../docs/benchmarks/growth.md"));
    Pattern row = Pattern.compile("(?m)^\\|.*\\(tables\\.md#.*$");
    assertThat(row.matcher(page).results().map(result -> result.group()))
        .isNotEmpty()
        .allMatch(text -> text.contains("<!-- figure: "));
  }
}
