package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The benchmarks can be read at a glance, and the glance says what the tables say. */
class BenchmarksPageTest {
  private static final Path DOCS = Pages.ROOT.resolve("docs");

  /** The section, our figure, the next best figure, and whose it is. */
  private static final Pattern ROW =
      Pattern.compile(
          "\\| \\[([^]]+)]\\(benchmarks/tables\\.md#[^)]+\\), [^|]+"
              + " \\| (\\S+) \\S+ \\| (\\S+) \\S+ \\(([^)]+)\\) \\| \\S+ x \\|");

  @Test
  void thePageBeginsWithTwentyRowsAndEnds() throws IOException {
    assertThat(rows()).hasSize(20);
    assertThat(Files.readAllLines(DOCS.resolve("benchmarks.md"))).hasSizeLessThanOrEqualTo(300);
  }

  @Test
  void eachRowShowsFiguresOfItsTable() throws IOException {
    String tables = Files.readString(DOCS.resolve("benchmarks/tables.md"));
    for (MatchResult row : rows()) {
      int start = tables.indexOf("## " + row.group(1) + "\n");
      assertThat(start).as(row.group()).isPositive();
      int next = tables.indexOf("\n## ", start);
      String section = tables.substring(start, next < 0 ? tables.length() : next);
      assertThat(section)
          .containsPattern("(?m)^\\| \\*\\*[^|]+\\*\\* \\| " + Pattern.quote(row.group(2)) + " \\|")
          .contains("| " + row.group(4) + " | " + row.group(3) + " |");
    }
  }

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(DOCS.resolve("benchmarks.md"))).results().toList();
  }
}
