package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each promise has a row that says how it is proved, with a command that runs a test. */
class TrustPageTest {
  private static final Path PAGE = Pages.ROOT.resolve("docs/trust.md");
  private static final Pattern PROMISE = Pattern.compile("(?m)^- \\*\\*([^*]+?)\\.?\\*\\*");
  private static final Pattern TESTS = Pattern.compile("`mvn [^`]*-Dtest=([\\w,]+)`");

  @Test
  void everyPromiseNamesATestThatIsThere() throws IOException {
    String page = Files.readString(PAGE);
    Map<String, String> rows = new LinkedHashMap<>();
    for (String row : PageNamesTest.rows("trust", "| promise |")) {
      rows.put(row.split(" *\\| *")[1], row);
    }
    int promises = page.indexOf("## What is promised");
    Matcher promise =
        PROMISE.matcher(page.substring(promises, page.indexOf("\n## ", promises + 1)));
    List<String> found = new ArrayList<>();
    while (promise.find()) {
      found.add(promise.group(1));
      assertThat(rows).as("what shows it").containsKey(promise.group(1));
      Matcher tests = TESTS.matcher(rows.get(promise.group(1)));
      assertThat(tests.find()).as("a test in: %s", rows.get(promise.group(1))).isTrue();
      for (String test : tests.group(1).split(",")) {
        assertThat(Files.readString(source(test)))
            .as(test)
            .containsPattern(
                "@(Test|TestFactory|ParameterizedTest|ParameterizedClass|Property)\\b|extends \\w+Contract\\b");
      }
    }
    assertThat(found).hasSizeGreaterThan(4);
  }

  private static Path source(String test) throws IOException {
    try (Stream<Path> files = Files.walk(Pages.ROOT)) {
      return files
          .filter(file -> file.endsWith(test + ".java") && !file.toString().contains("/target/"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no test " + test));
    }
  }
}
