package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Checks that the files are what the generator writes. With {@code -Dfreight.regenerate=true},
 * writes them.
 */
class GeneratedSourcesTest {
  private static final String COMMAND =
      "mvn -pl sdk-models -am test -Dtest=GeneratedSourcesTest -Dfreight.regenerate=true";

  private static final Path DESCRIPTION =
      Path.of("src/main/resources/io/freightsdk/json/freight-agent-api.yaml");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path PAGE = Path.of("../docs/api.md");

  @Test
  void sourcesMatchTheDescription() throws IOException {
    if (Boolean.getBoolean("freight.regenerate")) {
      Generator.generate(DESCRIPTION, SOURCES);
    }
    Map<Path, String> generated = Generator.models(description());
    Map<Path, String> present = new TreeMap<>();
    for (Path name : generated.keySet()) {
      try (var files = Files.list(SOURCES.resolve(name).getParent())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          present.put(SOURCES.relativize(file), Files.readString(file));
        }
      }
    }
    TreeSet<Path> different = new TreeSet<>(generated.keySet());
    different.addAll(present.keySet());
    different.removeIf(name -> generated.getOrDefault(name, "").equals(present.get(name)));
    assertThat(different)
        .as("files that are not what the generator writes; to write them: %s", COMMAND)
        .isEmpty();
  }

  @Test
  void sourcesHaveAHeaderAndNoTrailingSpaces() throws IOException {
    assertThat(Generator.models(description()).values())
        .allSatisfy(
            source ->
                assertThat(source)
                    .startsWith("// Generated from freight-agent-api.yaml ")
                    .doesNotContain(" \n"));
  }

  /** The choices of the in-memory server are in its {@code CHOICES.md}. */
  @Test
  void descriptionSpeaksOnlyOfTheService() throws IOException {
    assertThat(Files.readString(DESCRIPTION)).doesNotContainPattern("(?i)\\bserver\\b");
  }

  @Test
  void apiPageMatchesTheDescription() throws IOException {
    String page = ApiPageWriter.write(description());
    if (Boolean.getBoolean("freight.regenerate")) Files.writeString(PAGE, page);
    assertThat(PAGE).as("the page that the generator writes, by %s", COMMAND).hasContent(page);
  }

  private static Description description() throws IOException {
    return Description.parse(Files.readString(DESCRIPTION));
  }
}
