package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks the tables of options in the pages. They contain the first sentence of the Javadoc of each
 * option of a builder, and the sentence that begins with "Default:". {@code
 * -Dfreight.regenerate=true} writes them.
 */
class OptionsPageTest {
  private static final String COMMAND =
      "mvn -pl sdk-core -am test -Dtest=OptionsPageTest -Dfreight.regenerate=true";

  private static final Path DOCS = Path.of("../docs");
  private static final Path SOURCES = Path.of("src/main/java/io/freightsdk");

  /** A Javadoc comment and the name of the builder's method below it. */
  private static final Pattern OPTION =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public (?:FreightClient\\.)?Builder (\\w+)\\(",
          Pattern.DOTALL);

  private static final Pattern DEFAULT = Pattern.compile("Default: (.+?)\\.(?= [A-Z{]|$)");

  @ParameterizedTest
  @CsvSource({
    "client options, FreightClient.java, configure.md",
    "call options, CallOptions.java, configure.md",
    "retry options, retry/RetryPolicy.java, timeouts-and-retries.md"
  })
  void pageHasTheOptionsOfTheJavadoc(String table, String source, String pageName)
      throws IOException {
    Path page = DOCS.resolve(pageName);
    String begin = "<!-- begin: " + table + " -->\n";
    String end = "<!-- end: " + table + " -->\n";
    Pattern shown = Pattern.compile(begin + "(.*?)" + end, Pattern.DOTALL);
    String expected = table(Files.readString(SOURCES.resolve(source)));
    if (Boolean.getBoolean("freight.regenerate")) {
      String written = Matcher.quoteReplacement(begin + expected + end);
      Files.writeString(page, shown.matcher(Files.readString(page)).replaceFirst(written));
    }
    Matcher found = shown.matcher(Files.readString(page));
    assertThat(found.find()).as("the table of %s in %s", table, page).isTrue();
    assertThat(found.group(1))
        .as("change the Javadoc of the builder; to write the table from it: %s", COMMAND)
        .isEqualTo(expected);
  }

  /** Overloads of an option share the row of the first one. */
  private static String table(String source) {
    Map<String, String> rows = new LinkedHashMap<>();
    Matcher options = OPTION.matcher(source);
    while (options.find()) {
      if (!options.group(2).equals("toBuilder")) {
        rows.putIfAbsent(options.group(2), row(options.group(2), text(options.group(1))));
      }
    }
    assertThat(rows).isNotEmpty();
    return "| option | default | meaning |\n|---|---|---|\n" + String.join("", rows.values());
  }

  private static String row(String option, String text) {
    Matcher value = DEFAULT.matcher(text);
    assertThat(value.find())
        .as("a sentence \"Default: ...\" in the Javadoc of %s", option)
        .isTrue();
    String meaning = text.split("(?<=\\.)(?= [A-Z{])", 2)[0];
    return "| `" + option + "` | " + value.group(1) + " | " + meaning + " |\n";
  }

  /** A Javadoc comment as Markdown, without its tags. */
  private static String text(String javadoc) {
    return javadoc
        .replaceAll("\\s*\\n\\s*\\* ?", " ")
        .replaceAll(" @(throws|param|see) .*", "")
        .replaceAll("</?p>", "")
        .replaceAll("\\{@link (?:[\\w.]+)?#?(\\w+)(?:\\([^)]*\\))?(?: ([^}]+))?}", "`$1`")
        .replaceAll("\\{@code ([^}]+)}", "`$1`")
        .replaceAll(" +", " ")
        .replace("|", "\\|")
        .strip();
  }
}
