package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages on money are read by people who are in a hurry. */
class MoneyPagesTest {
  private static final int WORDS = 30;

  @ParameterizedTest
  @CsvSource({"charges-and-limits.md, 150", "books.md, 120"})
  void areShortAndSoAreTheirSentences(String page, int most) throws IOException {
    String text = Files.readString(Pages.ROOT.resolve("docs").resolve(page));
    assertThat(text.lines().count()).as("lines").isLessThanOrEqualTo(most);
    assertThat(sentences(text).filter(sentence -> sentence.split("\\s+").length > WORDS)).isEmpty();
  }

  /** The folders whose files are in the table of CONTRIBUTING; of calls it has one. */
  private static final List<String> FOLDERS =
      List.of(
          "sdk-core/src/main/java/io/freightsdk/spend",
          "sdk-core/src/main/java/io/freightsdk/spend/store",
          "sdk-core/src/main/java/io/freightsdk/internal/spend",
          "sdk-core/src/main/java/io/freightsdk/internal/money",
          "sdk-integrations/freight-jdbc/src/main/java/io/freightsdk/spend/jdbc",
          "sdk-integrations/freight-jdbc/src/main/java/io/freightsdk/internal/jdbc");

  private static final String OF_CALLS =
      "sdk-core/src/main/java/io/freightsdk/internal/call/CallMoney.java";

  private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`\\w+` )+)\\| ([\\d,]+) \\|");

  @Test
  void everyFileOfMoneyIsInOneRowThatSaysWhatItGives() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    count(Pages.ROOT.resolve(OF_CALLS), lines);
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.list(Pages.ROOT.resolve(folder))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          count(file, lines);
        }
      }
    }
    lines.remove("package-info");
    String text = Files.readString(Pages.ROOT.resolve("CONTRIBUTING.md"));
    Matcher row = ROW.matcher(text.substring(text.indexOf("| files | lines |")));
    while (row.find()) {
      int sum = 0;
      for (String name : row.group(1).replace("`", "").strip().split(" ")) {
        Integer found = lines.remove(name);
        assertThat(found).as("a file that no other row has: %s", name).isNotNull();
        sum += found;
      }
      int most = Integer.parseInt(row.group(2).replace(",", ""));
      assertThat(sum).as("lines of %s", row.group(1)).isLessThanOrEqualTo(most);
    }
    assertThat(lines).as("files in no row").isEmpty();
  }

  /** Lines of code: without comments, imports and empty ones. */
  private static void count(Path file, Map<String, Integer> lines) throws IOException {
    String code = Files.readString(file).replaceAll("(?s)/\\*.*?\\*/", "");
    long count =
        code.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.matches("(//|import |package ).*"))
            .count();
    lines.put(file.getFileName().toString().replace(".java", ""), (int) count);
  }

  /** Those of paragraphs, of items of a list and of cells of a table; not code. */
  private static Stream<String> sentences(String text) {
    String prose = text.replaceAll("(?ms)^```.*?^```", "\n\n").replaceAll("\\]\\([^)]*\\)", "]");
    List<String> parts = List.of(prose.split("\n\\s*\n|\n(?=- )|\\|", -1));
    return parts.stream()
        .flatMap(part -> Stream.of(part.split("(?<=[.?!])[*)]*\\s+", -1)))
        .map(String::strip);
  }
}
