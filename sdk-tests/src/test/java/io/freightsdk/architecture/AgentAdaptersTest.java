package io.freightsdk.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every adapter of an agents' framework is held to the same conversation: it, or an example of it,
 * has a test that extends {@code CreateLoadContract}.
 */
class AgentAdaptersTest {
  private static final Path ROOT = Path.of("..");
  private static final Path INTEGRATIONS = ROOT.resolve("sdk-integrations");
  private static final Pattern CONTRACT = Pattern.compile("\\bextends CreateLoadContract\\b");

  /** Modules that have the tools, too, and are no adapters of a framework. */
  private static final Map<String, String> NO_ADAPTERS =
      Map.of(
          "freight-agent", "the tools themselves",
          "freight-bom", "versions only",
          "freight-mcp-server", "a program; its tests speak MCP with it",
          "freight-opentelemetry", "listens to calls",
          "freight-spring-boot-4-tests", "the starter's tests on Spring Boot 4",
          "freight-spring-boot-starter", "makes the list of tools");

  @Test
  void everyAdapterHasTheConversation() throws IOException {
    Set<String> withTools = new TreeSet<>();
    List<String> without = new ArrayList<>();
    for (Path module : modulesThatHave("freight-agent", INTEGRATIONS)) {
      String adapter = module.getFileName().toString();
      withTools.add(adapter);
      if (!NO_ADAPTERS.containsKey(adapter) && !hasConversation(adapter)) without.add(adapter);
    }
    assertThat(withTools).as("a reason for what is not there").containsAll(NO_ADAPTERS.keySet());
    assertThat(withTools)
        .contains(
            "freight-anthropic",
            "freight-langchain4j",
            "freight-openai",
            "freight-spring-ai");
    assertThat(without)
        .as("adapters without a test, here or in an example, that extends CreateLoadContract")
        .isEmpty();
  }

  @Test
  void whatThePageShowsForOtherFrameworksHasItToo() throws IOException {
    assertThat(hasTest(ROOT.resolve("sdk-examples/verification/documentation"))).isTrue();
  }

  private static boolean hasConversation(String adapter) throws IOException {
    if (hasTest(INTEGRATIONS.resolve(adapter))) return true;
    for (Path example : modulesThatHave(adapter, ROOT.resolve("sdk-examples"))) {
      if (hasTest(example)) return true;
    }
    return false;
  }

  /** The folders below one whose POM names an artifact of ours. */
  private static List<Path> modulesThatHave(String artifact, Path folder) throws IOException {
    List<Path> modules = new ArrayList<>();
    try (Stream<Path> folders = Files.list(folder)) {
      for (Path module : folders.sorted().toList()) {
        Path pom = module.resolve("pom.xml");
        boolean names =
            Files.exists(pom)
                && Files.readString(pom).contains("<artifactId>" + artifact + "</artifactId>");
        if (names) modules.add(module);
      }
    }
    return modules;
  }

  private static boolean hasTest(Path module) throws IOException {
    Path tests = module.resolve("src/wire/java");
    if (!Files.isDirectory(tests)) return false;
    try (Stream<Path> files = Files.walk(tests)) {
      for (Path file : files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
        if (CONTRACT.matcher(Files.readString(file)).find()) return true;
      }
    }
    return false;
  }
}
