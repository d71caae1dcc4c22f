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
  @ParameterizedTest
  @CsvSource({"charges-and-limits.md, 150", "books.md, 120"})
  void areShort(String page, int most) throws IOException {
    assertThat(Files.readAllLines(Pages.ROOT.resolve("docs").resolve(page)))
        .hasSizeLessThanOrEqualTo(most);
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
}
