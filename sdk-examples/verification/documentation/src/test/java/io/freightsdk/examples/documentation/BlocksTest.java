package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every block of code on a page is held by something: what is fenced in a way that nothing looks
 * at, or as plain text, would go out of date in silence.
 */
class BlocksTest {
  /** Compiled, most of them run, by {@link DocumentationTest}; SQL by {@link LedgerPageTest}. */
  private static final Set<String> OF_THIS_MODULE = Set.of("java", "java compiled", "sql");

  /**
   * Commands are held by {@link CommandsTest} and run by the continuous build's scripts;
   * coordinates by {@link DocumentationTest}; settings of hosts by the MCP server's own tests; the
   * starter's settings by its tests and {@code .ci/try-pages}.
   */
  private static final Set<String> HELD_BY_OTHERS =
      Set.of(
          "sh",
          "",
          "xml",
          "kotlin",
          "groovy",
          "yaml",
          "properties",
          "json",
          "json mcpServers",
          "json vscode");

  private static final Pattern CODE = Pattern.compile("(?m);\\s*$|^(mvn|java|curl|npm) |^module ");

  /**
   * Code as plain text: what starts the server with an archive of its classes, and a test
   * that kills an application, as both consumers of the starter do.
   */
  private static final Set<String> CODE_AS_TEXT = Set.of("standalone-server.md", "spring-boot.md");

  @Test
  void everyBlockIsHeldBySomething() throws IOException {
    String tried = Files.readString(Pages.ROOT.resolve(".ci/try-pages"));
    String agents =
        Files.readString(
            Path.of("src/test/java")
                .resolve(AgentPageTest.class.getPackageName().replace('.', '/'))
                .resolve("AgentPageTest.java"));
    List<String> unheld = new ArrayList<>();
    for (Path page : Pages.all()) {
      for (Snippet block : Snippet.of(page)) {
        String language = block.language();
        String name = language.replaceFirst("^java ", "");
        boolean isHeld =
            OF_THIS_MODULE.contains(language)
                || HELD_BY_OTHERS.contains(language)
                || (language.equals("text") && isPicture(page, block))
                || (language.startsWith("java ")
                    && (isTried(page, name, tried) || agents.contains("\"" + name + ", ")));
        if (!isHeld) unheld.add(block + " is ```" + language);
      }
    }
    assertThat(unheld).isEmpty();
  }

  /** The script names the page, and the programs that it takes of it. */
  private static boolean isTried(Path page, String name, String script) {
    return script.contains("docs/" + page.getFileName())
        && Pattern.compile(
                "(^|[\\s\"/])" + Pattern.quote(name) + "([\\s\";.]|$)", Pattern.MULTILINE)
            .matcher(script)
            .find();
  }

  private static boolean isPicture(Path page, Snippet block) {
    return CODE_AS_TEXT.contains(page.getFileName().toString())
        || !CODE.matcher(block.text()).find();
  }
}
