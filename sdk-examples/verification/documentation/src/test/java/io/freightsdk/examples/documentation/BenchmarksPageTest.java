package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The first table of the page on benchmarks says what the tables behind it say. */
class BenchmarksPageTest {
  private static final Path DOCS = Pages.ROOT.resolve("docs");

  /** The section, our figure, the next best figure, whose it is, and which is better. */
  private static final Pattern ROW =
      Pattern.compile(
          "\\| \\[([^]]+)]\\(benchmarks/tables\\.md#[^)]+\\), [^|]+"
              + " \\| (\\S+) \\S+ \\| (\\S+) \\S+ \\(([^)]+)\\) \\| \\S+ x \\| (better|equal|worse) \\|");

  @Test
  void theRowsOfThePageAreUnderstood() throws IOException {
    assertThat(rows()).isNotEmpty();
  }

  @Test
  void eachRowShowsFiguresOfItsTable() throws IOException {
    for (MatchResult row : rows()) {
      assertThat(section(row.group(1)))
          .containsPattern("(?m)^\\| \\*\\*[^|]+\\*\\* \\| " + Pattern.quote(row.group(2)) + " \\|")
          .contains("| " + row.group(4) + " | " + row.group(3) + " |");
    }
  }

  @Test
  void aRowIsEqualJustWhereTheRangesOfItsTwoFiguresOverlap() throws IOException {
    for (MatchResult row : rows()) {
      String section = section(row.group(1));
      double[] ours = range(section, "\\*\\*[^|]+\\*\\*", row.group(2));
      double[] theirs = range(section, Pattern.quote(row.group(4)), row.group(3));
      boolean overlap = ours[0] <= theirs[1] && theirs[0] <= ours[1];
      assertThat(row.group(5).equals("equal")).as(row.group()).isEqualTo(overlap);
    }
  }

  private static double[] range(String section, String subject, String median) {
    Matcher row =
        Pattern.compile(
                "(?m)^\\| %s \\| %s \\| (?:one round|(\\S+) - (\\S+)) \\|"
                    .formatted(subject, Pattern.quote(median)))
            .matcher(section);
    assertThat(row.find()).as(median).isTrue();
    boolean isOneRound = row.group(1) == null;
    return new double[] {
      number(isOneRound ? median : row.group(1)), number(isOneRound ? median : row.group(2))
    };
  }

  private static String section(String title) throws IOException {
    String tables = Files.readString(DOCS.resolve("benchmarks/tables.md"));
    int start = tables.indexOf("## " + title + "\n");
    assertThat(start).as(title).isPositive();
    int next = tables.indexOf("\n## ", start);
    return tables.substring(start, next < 0 ? tables.length() : next);
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(DOCS.resolve("benchmarks.md"))).results().toList();
  }
}
