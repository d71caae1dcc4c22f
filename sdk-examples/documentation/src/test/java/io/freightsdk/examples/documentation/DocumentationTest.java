package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class DocumentationTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Pattern LINK =
      Pattern.compile("]\\((?!https?:|#|mailto:)([^)#\\s]+)[^)]*\\)");

  @TempDir Path output;

  @TestFactory
  Stream<DynamicTest> everyJavaSnippetCompilesAndRuns() throws IOException {
    List<Snippet> snippets = new ArrayList<>();
    for (Path page : pages()) {
      Snippet.of(page).stream().filter(s -> s.language().equals("java")).forEach(snippets::add);
    }
    assertThat(snippets).as("Java snippets in the README and docs").hasSizeGreaterThan(2);
    return snippets.stream().map(snippet -> dynamicTest(snippet.toString(), () -> check(snippet)));
  }

  private void check(Snippet snippet) throws Exception {
    Path folder = output.resolve(snippet.page().getFileName() + "-" + snippet.line());
    SnippetRunner.run(snippet, new SnippetCompiler(folder).compile(snippet));
  }

  @Test
  void theCoordinatesShownAreThoseOfThisBuild() throws IOException {
    String version = parentVersion();
    List<Snippet> xml =
        Snippet.of(ROOT.resolve("README.md")).stream()
            .filter(s -> s.language().equals("xml"))
            .toList();
    assertThat(xml).isNotEmpty();
    assertThat(xml)
        .allSatisfy(
            snippet ->
                assertThat(snippet.text())
                    .contains("<groupId>io.freightsdk</groupId>")
                    .contains("<version>" + version + "</version>"));
  }

  @Test
  void theContinuousBuildRunsTheTestCommandOfTheReadme() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String build = Files.readString(ROOT.resolve(".ci/run"));
    assertThat(readme).contains("\nmvn verify\n");
    assertThat(build).containsPattern("(?m)^ *mvn -B -ntp verify$");
  }

  @Test
  void linksBetweenPagesLeadSomewhere() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        if (!Files.exists(page.resolveSibling(links.group(1)))) {
          dead.add(ROOT.relativize(page) + " -> " + links.group(1));
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(ROOT.resolve("README.md"));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    Path docs = ROOT.resolve("docs");
    if (Files.isDirectory(docs)) {
      try (Stream<Path> files = Files.walk(docs)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  private static String parentVersion() throws IOException {
    Matcher version =
        Pattern.compile("<version>([^<]+)</version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }
}
