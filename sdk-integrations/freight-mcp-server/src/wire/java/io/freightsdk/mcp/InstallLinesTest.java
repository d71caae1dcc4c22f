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

/** What the page, the bundle and the registry tell hosts is what the program takes. */
class InstallLinesTest {
  private static final Path PAGE = Path.of("../../docs/give-it-to-your-agent.md");
  private static final Path BUNDLE = Path.of("src/main/bundle");

  private static String block(String label) throws IOException {
    Pattern fence = Pattern.compile("```" + label + "\n(.*?)```", Pattern.DOTALL);
    List<MatchResult> found = fence.matcher(Files.readString(PAGE)).results().toList();
    assertThat(found).as("blocks of " + label).hasSize(1);
    return found.get(0).group(1);
  }

  private static void starts(Object command, List<?> args, Map<?, ?> environment) {
    assertThat(command).isEqualTo("java");
    assertThat(args.get(0)).isEqualTo("-jar");
    assertThat(args.get(1)).asString().endsWith("freight-mcp-server.jar");
    assertThat(environment.keySet()).isEqualTo(Set.of("FREIGHT_BASE_URL", "FREIGHT_AGENT_KEY"));
    List<String> options = args.subList(2, args.size()).stream().map(String.class::cast).toList();
    Options read = Options.of(options, Map.of());
    assertThat(read.dayLimit()).isEqualByComparingTo("20.00");
    assertThat(read.usd("--approve-above")).isEqualByComparingTo("0.50");
  }

  private static void starts(Map<?, ?> server) {
    starts(server.get("command"), (List<?>) server.get("args"), (Map<?, ?>) server.get("env"));
  }

  @Test
  void claudeTakesTheLine() throws IOException {
    List<String> words = List.of(block("sh").strip().split(" +"));
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
  void theBundleAsksForWhatTheProgramNeeds() throws IOException {
    String text = Files.readString(BUNDLE.resolve("manifest.json"));
    Map<?, ?> manifest = Host.object(text);
    Map<?, ?> asked = (Map<?, ?>) manifest.get("user_config");
    Map<?, ?> server = (Map<?, ?>) manifest.get("server");
    Map<?, ?> config = (Map<?, ?>) server.get("mcp_config");
    List<?> args = (List<?>) config.get("args");

    Pattern.compile("\\$\\{user_config\\.([a-z_]+)}")
        .matcher(text)
        .results()
        .forEach(used -> assertThat(asked.containsKey(used.group(1))).as(used.group(1)).isTrue());
    assertThat(((Map<?, ?>) asked.get("agent_key")).get("sensitive")).isEqualTo(true);
    assertThat(args.get(1)).isEqualTo("${__dirname}/" + server.get("entry_point"));
    List<String> filled =
        args.stream()
            .map(String.class::cast)
            .map(arg -> arg.replace("${user_config.limit_per_day}", value(asked, "limit_per_day")))
            .map(arg -> arg.replace("${user_config.approve_above}", value(asked, "approve_above")))
            .toList();
    starts(config.get("command"), filled, (Map<?, ?>) config.get("env"));
  }

  @Test
  void theBundleListsTheToolsThatItsServerOffers() throws Exception {
    Map<?, ?> manifest = Host.object(Files.readString(BUNDLE.resolve("manifest.json")));
    String[] asked = {"--sandbox", "--limit-per-day", "20.00", "--approve-above", "0.50"};
    try (Host host = Host.process(Map.of(), asked).initialize(false)) {
      Map<?, ?> listed = (Map<?, ?>) host.request("tools/list", Map.of()).get("result");
      assertThat(names(manifest)).isEqualTo(names(listed));
    }
  }

  private static List<?> names(Map<?, ?> tools) {
    return ((List<?>) tools.get("tools"))
        .stream().<Object>map(tool -> ((Map<?, ?>) tool).get("name")).toList();
  }

  private static String value(Map<?, ?> asked, String name) {
    return (String) ((Map<?, ?>) asked.get(name)).get("default");
  }

  @Test
  void theRegistryIsToldOfTheBundle() throws IOException {
    Map<?, ?> entry = Host.object(Files.readString(BUNDLE.resolve("server.json")));
    Map<?, ?> bundle = (Map<?, ?>) ((List<?>) entry.get("packages")).get(0);

    assertThat(entry.get("name")).asString().matches("[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+");
    assertThat(entry.get("description")).asString().hasSizeLessThanOrEqualTo(100);
    assertThat(bundle.get("registryType")).isEqualTo("mcpb");
    assertThat(bundle.get("identifier")).asString().startsWith("https://").endsWith(".mcpb");
    assertThat(bundle.containsKey("fileSha256")).isTrue();
  }

  @Test
  void everyOptionOnThePageIsOne() throws IOException {
    Pattern.compile("`(--[a-z-]+)")
        .matcher(Files.readString(PAGE))
        .results()
        .forEach(option -> assertThat(Options.HELP).contains(option.group(1)));
  }
}
