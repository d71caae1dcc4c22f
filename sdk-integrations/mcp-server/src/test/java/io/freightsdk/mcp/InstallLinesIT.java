package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page tells hosts is what the program takes. */
class InstallLinesIT {
  private static final Path PAGE = Path.of("../../docs/agents.md");

  static String block(String label) throws IOException {
    Pattern fence = Pattern.compile("```" + label + "\n(.*?)```", Pattern.DOTALL);
    List<MatchResult> found = fence.matcher(Files.readString(PAGE)).results().toList();
    assertThat(found).as("blocks of " + label).hasSize(1);
    return found.get(0).group(1);
  }

  private static void starts(Object command, List<?> args, Map<?, ?> environment) {
    assertThat(command).isEqualTo("java");
    assertThat(args.subList(0, 2)).asString().isEqualTo("[-XX:TieredStopAtLevel=1, -jar]");
    assertThat(args.get(2)).asString().endsWith("freight-mcp-server.jar");
    assertThat(environment.keySet()).isEqualTo(Set.of("FREIGHT_BASE_URL", "FREIGHT_AGENT_KEY"));
    List<String> options = args.subList(3, args.size()).stream().map(String.class::cast).toList();
    Options read = Options.of(options, Map.of());
    assertThat(read.dayLimit()).isEqualByComparingTo("20.00");
    assertThat(read.usd("--approve-above")).isEqualByComparingTo("0.50");
  }

  private static void starts(Map<?, ?> server) {
    starts(server.get("command"), (List<?>) server.get("args"), (Map<?, ?>) server.get("env"));
  }

  @Test
  void claudeTakesTheLine() throws IOException {
    List<String> words = List.of(block("sh claude").strip().split(" +"));
    int dashes = words.indexOf("--");

    assertThat(words.subList(0, 4)).containsExactly("claude", "mcp", "add", "freight");
    assertThat(words.subList(4, dashes))
        .allMatch(word -> word.equals("--env") || word.matches("FREIGHT_[A-Z_]+=\\S+"));
    Map<String, String> environment = new java.util.HashMap<>();
    for (String word : words.subList(4, dashes)) {
      int equals = word.indexOf('=');
      if (equals > 0) environment.put(word.substring(0, equals), word.substring(equals + 1));
    }
    starts(words.get(dashes + 1), words.subList(dashes + 2, words.size()), environment);
  }

  @Test
  void visualStudioCodeTakesTheFile() throws IOException {
    Map<?, ?> file = Host.object(block("json vscode"));
    Map<?, ?> server = (Map<?, ?>) ((Map<?, ?>) file.get("servers")).get("freight");
    Map<?, ?> input = (Map<?, ?>) ((List<?>) file.get("inputs")).get(0);

    assertThat(file.keySet()).isEqualTo(Set.of("servers", "inputs"));
    assertThat(server.get("type")).isEqualTo("stdio");
    assertThat(input.get("password")).isEqualTo(true);
    assertThat(((Map<?, ?>) server.get("env")).get("FREIGHT_AGENT_KEY"))
        .isEqualTo("${input:" + input.get("id") + "}");
    starts(server);
  }

  @Test
  void cursorAndOthersTakeTheFile() throws IOException {
    Map<?, ?> file = Host.object(block("json mcpServers"));

    assertThat(file.keySet()).isEqualTo(Set.of("mcpServers"));
    starts((Map<?, ?>) ((Map<?, ?>) file.get("mcpServers")).get("freight"));
  }

  @Test
  void everyOptionOnThePageIsOne() throws IOException {
    Pattern.compile("`(--[a-z-]+)")
        .matcher(Files.readString(PAGE))
        .results()
        .forEach(option -> assertThat(Options.HELP).contains(option.group(1)));
  }
}
