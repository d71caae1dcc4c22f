package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that Javadoc cites names of the OpenAPI file, and no numbered sections, tests or internal
 * classes.
 */
class PublicJavadocTest {
  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);

  private static final Pattern INTERNALS =
      Pattern.compile(
          "API description, sections? |sections? [\\d., and]+ of the API description"
              + "|\\{@code \\w+(Test|IT|Contract)}|\\{@code internal\\b");

  /** A citation, and the names that it cites, in operations, schemas, parameters or tags. */
  private static final Pattern CITATION =
      Pattern.compile(
          "API description, (?:operation|schema|response|parameter|tag)s?"
              + "((?:,?(?: and)? \\{@code \\w+})+)");

  private static final Pattern NAME = Pattern.compile("\\{@code (\\w+)}");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/main/java",
        "../sdk-integrations/spend/src/main/java",
        "../sdk-integrations/jobs/src/main/java",
        "../sdk-integrations/agent/src/main/java"
      })
  void javadocCitesOnlyNamesOfTheDescription(String sources) throws IOException {
    String description = FreightApiDescription.yaml();
    List<String> wrong = new ArrayList<>();
    for (Path file : publicSources(Path.of(sources))) {
      Matcher comments = JAVADOC.matcher(Files.readString(file));
      while (comments.find()) {
        String text = comments.group().replaceAll("\\s*\\n\\s*\\* ?", " ");
        matches(INTERNALS, text).forEach(cited -> wrong.add(file + ": " + cited.group()));
        matches(CITATION, text)
            .flatMap(citation -> matches(NAME, citation.group(1)))
            .map(name -> name.group(1))
            .filter(name -> !isNamed(description, name))
            .forEach(name -> wrong.add(file + ": no " + name + " in the description"));
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Stream<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  private static boolean isNamed(String description, String name) {
    return Pattern.compile("(?m)(^ +|operationId: |- name: )" + name + ":?$")
        .matcher(description)
        .find();
  }

  private static List<Path> publicSources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().contains("internal"))
              .toList();
      assertThat(sources).isNotEmpty();
      return sources;
    }
  }
}
