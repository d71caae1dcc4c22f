package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each promise names the test that shows it. */
class TrustPageTest {
  private static final Path PAGE = Pages.ROOT.resolve("docs/trust.md");
  private static final Pattern PROOF = Pattern.compile("\\| (.+) \\| \\[(\\w+)]\\(([^)]+)\\) \\|");

  @Test
  void everyPromiseNamesATestThatIsThere() throws IOException {
    List<String> rows =
        Files.readAllLines(PAGE).stream()
            .dropWhile(line -> !line.startsWith("| it promises |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    assertThat(rows).isNotEmpty();
    for (String row : rows) {
      Matcher proof = PROOF.matcher(row);
      assertThat(proof.matches()).as("a test in: %s", row).isTrue();
      assertThat(Files.readString(PAGE.resolveSibling(proof.group(3))))
          .as(proof.group(3))
          .contains("class " + proof.group(2))
          .containsPattern("@(Test|ParameterizedTest|ParameterizedClass)\\b");
    }
  }
}
