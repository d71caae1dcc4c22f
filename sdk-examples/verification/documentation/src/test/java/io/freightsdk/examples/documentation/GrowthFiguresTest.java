package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The page on growth shows figures of the page on benchmarks. A marker that names none of them
 * would keep its text for ever.
 */
class GrowthFiguresTest {
  /** Subject, metric, size, the figure itself, and the section that it links. */
  private static final Pattern FIGURE =
      Pattern.compile(
          "<!-- figure: [^;>]*; ([^;>]*); ([^;>]*); (\\d+); \\d+ -->(\\S+).*?<!-- /figure -->"
              + ".*?\\(tables\\.md#([^)]*)\\)");

  private static final Path DOCS = Pages.ROOT.resolve("docs");

  private record Figure(String subject, String metric, long size, String text, String section) {}

  @TestFactory
  Stream<DynamicTest> eachFigureStandsInTheSectionThatItLinks() throws IOException {
    List<String> benchmarks = Files.readAllLines(DOCS.resolve("benchmarks/tables.md"));
    return figures().stream()
        .map(
            figure ->
                dynamicTest(
                    figure.subject() + ", " + figure.metric(),
                    () ->
                        assertThat(measured(figure, section(figure.section(), benchmarks)))
                            .as("docs/growth.md: %s", figure)
                            .containsOnly(figure.text())));
  }

  @Test
  void everyMarkerIsUnderstood() throws IOException {
    assertThat(figures())
        .isNotEmpty()
        .hasSize(
            Files.readString(DOCS.resolve("benchmarks/growth.md")).split("<!-- figure:").length
                - 1);
  }

  private static List<Figure> figures() throws IOException {
    Matcher figure = FIGURE.matcher(Files.readString(DOCS.resolve("benchmarks/growth.md")));
    List<Figure> figures = new ArrayList<>();
    while (figure.find()) {
      figures.add(
          new Figure(
              figure.group(1),
              figure.group(2),
              Long.parseLong(figure.group(3)),
              figure.group(4),
              figure.group(5)));
    }
    return figures;
  }

  private static List<String> section(String anchor, List<String> page) {
    List<String> lines = new ArrayList<>();
    boolean isIn = false;
    for (String line : page) {
      if (line.startsWith("## ")) isIn = DocumentationTest.anchor(line).equals(anchor);
      if (isIn) lines.add(line);
    }
    return lines;
  }

  /** What the section's tables show for it: a growing size has a row, any other subject too. */
  private static List<String> measured(Figure figure, List<String> section) {
    boolean isGrowth = figure.size() > 0;
    String row = isGrowth ? String.format(Locale.ROOT, "%,d", figure.size()) : figure.subject();
    String column = isGrowth ? figure.subject() + ": " + figure.metric() : "median";
    List<String> found = new ArrayList<>();
    List<String> head = List.of();
    for (String line : section) {
      List<String> cells = cells(line);
      boolean isHead = cells.isEmpty() || head.isEmpty();
      if (isHead) head = cells;
      boolean isItsTable =
          !head.isEmpty() && (isGrowth || withoutUnit(head.get(0)).equals(figure.metric()));
      if (isHead || !isItsTable || !cells.get(0).replace("**", "").equals(row)) continue;
      for (int i = 1; i < head.size(); i++) {
        if (withoutUnit(head.get(i)).equals(column)) found.add(cells.get(i).split(" ")[0]);
      }
    }
    return found;
  }

  /** Those of a line of a table; none of other lines. */
  private static List<String> cells(String line) {
    if (!line.startsWith("| ")) return line.startsWith("|---") ? List.of("---") : List.of();
    return Stream.of(line.substring(1).split("\\|")).map(String::strip).toList();
  }

  private static String withoutUnit(String heading) {
    return heading.replaceFirst(" \\([^)]*\\)$", "");
  }
}
