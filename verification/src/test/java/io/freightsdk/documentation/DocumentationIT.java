package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.assertj.FreightAssertions;
import io.freightsdk.server.fault.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class DocumentationIT {
  private static final Pattern LINK =
      Pattern.compile("]\\((?!https?:|mailto:)([^)#\\s]*)(?:#([^)\\s]+))?[^)]*\\)");

  private static final Pattern TEST = Pattern.compile("\\[(\\w+)]\\((\\S+\\.java)\\)");

  @TempDir Path output;

  @TestFactory
  Stream<DynamicTest> everyJavaSnippetCompilesAndRuns() throws Exception {
    List<Snippet> snippets = new ArrayList<>();
    for (Path page : Pages.all()) {
      for (Snippet snippet : Snippet.allOf(page)) {
        if (snippet.isJava()) snippets.add(snippet);
        // Spring reads this file from the class path.
        if (snippet.isShopConfiguration()) {
          Files.writeString(output.resolve("application.yaml"), snippet.text());
        }
      }
    }
    assertThat(snippets).as("Java snippets in the README and docs").isNotEmpty();
    assertThat(output.resolve("application.yaml")).isNotEmptyFile();
    SnippetCompiler compiler = new SnippetCompiler(snippets, output);
    return snippets.stream()
        .map(snippet -> dynamicTest(snippet.toString(), () -> check(snippet, compiler)));
  }

  /** The project in src/it/quarkus, which {@code .ci/run consumers} builds, contains them. */
  @Test
  void quarkusSnippetsAreFromTheBuiltApplication() throws IOException {
    StringBuilder application = new StringBuilder();
    Path sources = Pages.ROOT.resolve("verification/src/it/quarkus/src");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
        application.append(withoutIndent(Files.readString(file)));
      }
    }
    List<Snippet> shown =
        Snippet.allOf(Pages.ROOT.resolve("docs/jobs/quarkus.md")).stream()
            .filter(Snippet::isQuarkusClass)
            .toList();
    assertThat(shown).hasSize(4);
    for (Snippet snippet : shown) {
      assertThat(application).as("%s", snippet).contains(withoutIndent(snippet.text()));
    }
  }

  private static String withoutIndent(String text) {
    return text.replaceAll("(?m)^ +", "");
  }

  private static void check(Snippet snippet, SnippetCompiler compiler) throws Exception {
    Class<?> compiled = compiler.classOf(snippet);
    if (snippet.isRunnable()) SnippetRunner.run(snippet, compiled);
  }

  @Test
  void pagesShowTheCoordinatesOfThisBuild() throws IOException {
    String version = parentVersion();
    Pattern ours =
        Pattern.compile(
            "io\\.freightsdk(?:(?!</dependency>|\").){0,90}?(?:<version>|:)(\\d[^<\"]*)",
            Pattern.DOTALL);
    Set<String> shown = new HashSet<>();
    for (Path page : Pages.all()) {
      for (Snippet snippet : Snippet.allOf(page)) {
        ours.matcher(snippet.text()).results().forEach(found -> shown.add(found.group(1)));
      }
    }
    assertThat(shown).containsExactly(version);
  }

  /** Each attempt of the loop has a new key, and the order has no reference. */
  @Test
  void pagesShowTheMessageOfALoopThatPaysAgain() throws IOException {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      broker.faults().times(Operation.CREATE_LOAD, 3, Fault.closeAfterCommit());
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(broker.baseUrl())
              .agentKey(broker.agentKey())
              .retryPolicy(RetryPolicy.none())
              .build()) {
        for (int attempt = 1; attempt <= 4; attempt++) {
          catchThrowable(() -> client.createLoad(SnippetRunner.input()));
        }
      }
      String message =
          catchThrowable(() -> FreightAssertions.assertThat(broker).hasBalance("24.35"))
              .getMessage()
              .replaceAll("LD-\\d+-", "LD-2026-");
      String shown = message.substring(0, message.indexOf("\nledger:"));
      for (String page : List.of("README.md", "docs/test-your-app.md")) {
        assertThat(Files.readString(Pages.ROOT.resolve(page))).as(page).contains(shown + "\n```");
      }
    }
  }

  /** An indented title is a block of code. */
  @Test
  void everyPageStartsWithItsTitle() throws IOException {
    for (Path page : Pages.all()) {
      assertThat(Files.readString(page)).as("%s", page).startsWith("# ");
    }
  }

  /** A tag can be moved to other code. */
  @Test
  void workflowActionsArePinnedByDigest() throws IOException {
    try (Stream<Path> workflows = Files.list(Pages.ROOT.resolve(".github/workflows"))) {
      for (Path workflow : workflows.toList()) {
        assertThat(Files.readAllLines(workflow))
            .as("%s", workflow)
            .filteredOn(line -> line.matches("[ -]*uses:.*"))
            .isNotEmpty()
            .allMatch(line -> line.matches(".*@[0-9a-f]{40} # v.*"));
      }
    }
  }

  @Test
  void linksBetweenPagesHaveTargets() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path page : Pages.all()) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        Path target = links.group(1).isEmpty() ? page : page.resolveSibling(links.group(1));
        String anchor = links.group(2);
        boolean hasTarget =
            Files.exists(target) && (anchor == null || anchors(target).contains(anchor));
        if (!hasTarget) {
          dead.add(Pages.ROOT.relativize(page) + " -> " + links.group());
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  /** Links name a test method or its class. */
  @Test
  void testsNamedOnPagesExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path page : Pages.all()) {
      Matcher tests = TEST.matcher(Files.readString(page));
      while (tests.find()) {
        String source = Files.readString(page.resolveSibling(tests.group(2)));
        boolean exists =
            Pattern.compile("(void|class) " + tests.group(1) + "\\b").matcher(source).find();
        if (!exists) missing.add(Pages.ROOT.relativize(page) + " -> " + tests.group());
      }
    }
    assertThat(missing).isEmpty();
  }

  /** An operator searches for the name of an alert. */
  @Test
  void pagesForOperatorsNameEachAlert() throws IOException {
    Path rules = Pages.ROOT.resolve("sdk-integrations/micrometer/alert-rules.yaml");
    String pages =
        Files.readString(Pages.ROOT.resolve("docs/operations.md"))
            + Files.readString(Pages.ROOT.resolve("docs/observability.md"));
    assertThat(Pattern.compile("alert: (\\w+)").matcher(Files.readString(rules)).results())
        .isNotEmpty()
        .allSatisfy(alert -> assertThat(pages).contains("`" + alert.group(1) + "`"));
  }

  /** The anchors of a page's headings, as GitHub makes them. */
  private static Set<String> anchors(Path page) throws IOException {
    if (Files.isDirectory(page)) return Set.of();
    Set<String> anchors = new HashSet<>();
    for (String line : Files.readAllLines(page)) {
      if (line.matches("#{1,6} .*")) anchors.add(anchor(line));
    }
    return anchors;
  }

  /** The anchor of a heading. */
  private static String anchor(String heading) {
    String text =
        heading.replaceFirst("^#+ +", "").replaceAll("`|\\*", "").toLowerCase(Locale.ROOT);
    return text.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static String parentVersion() throws IOException {
    Matcher version =
        Pattern.compile("<version>([^<]+)</version>")
            .matcher(Files.readString(Pages.ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }
}
