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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The program accepts the commands and options of the page. */
class InstallLinesIT {
  private static final Path PAGE = Path.of("../../docs/agents/agent-desktop.md");

  static String block(String label) throws IOException {
    Pattern fence = Pattern.compile("```" + label + "\n(.*?)```", Pattern.DOTALL);
    List<MatchResult> found = fence.matcher(Files.readString(PAGE)).results().toList();
    assertThat(found).as("blocks of " + label).hasSize(1);
    return found.get(0).group(1);
  }

  @Test
  void claudeCommandIsAccepted() throws IOException {
    List<String> words = List.of(block("sh claude").strip().split(" +"));
    int dashes = words.indexOf("--");

    assertThat(words.subList(0, dashes)).containsExactly("claude", "mcp", "add", "freight");
    assertThat(words.subList(dashes + 1, dashes + 3)).containsExactly("java", "-jar");
    assertThat(words.get(dashes + 3)).endsWith("freight-mcp-server.jar");
    Options read = Options.of(words.subList(dashes + 4, words.size()), Map.of());
    assertThat(read.has(Option.SANDBOX)).isTrue();
  }

  @Test
  void mcpServersFileIsAccepted() throws IOException {
    Map<?, ?> file = Host.object(block("json mcpServers"));

    assertThat(file.keySet()).isEqualTo(Set.of("mcpServers"));
    requireAccepted((Map<?, ?>) ((Map<?, ?>) file.get("mcpServers")).get("freight"));
  }

  @Test
  void brokersHaveDifferentNamesAndLedgers() throws IOException {
    Map<?, ?> servers = (Map<?, ?>) Host.object(block("json brokers")).get("mcpServers");

    assertThat(servers).hasSize(2);
    servers.values().forEach(server -> requireAccepted((Map<?, ?>) server));
    List<Options> brokers =
        servers.values().stream().map(server -> options((Map<?, ?>) server)).toList();
    assertThat(brokers)
        .extracting(broker -> broker.value(Option.NAME))
        .isEqualTo(List.copyOf(servers.keySet()));
    assertThat(brokers)
        .extracting(broker -> LedgerPath.of(broker, Map.of(), System.getProperties()))
        .doesNotHaveDuplicates();
  }

  /** The file may be committed. */
  @Test
  void visualStudioCodeFileIsAcceptedAndHasNoKey() throws IOException {
    Map<?, ?> file = Host.object(block("json vscode"));

    assertThat(file.keySet()).isEqualTo(Set.of("inputs", "servers"));
    Map<?, ?> server = (Map<?, ?>) ((Map<?, ?>) file.get("servers")).get("freight");
    requireAccepted(server);
    Map<?, ?> input = (Map<?, ?>) ((List<?>) file.get("inputs")).get(0);
    assertThat(input.get("type")).isEqualTo("promptString");
    assertThat(input.get("password")).isEqualTo(true);
    assertThat(((Map<?, ?>) server.get("env")).get("FREIGHT_AGENT_KEY"))
        .isEqualTo("${input:" + input.get("id") + "}");
  }

  private static void requireAccepted(Map<?, ?> server) {
    assertThat(server.get("command")).isEqualTo("java");
    assertThat(((Map<?, ?>) server.get("env")).keySet())
        .isEqualTo(Set.of("FREIGHT_BASE_URL", "FREIGHT_AGENT_KEY"));
    List<String> args = arguments(server);
    assertThat(args.subList(0, 2)).asString().isEqualTo("[-XX:TieredStopAtLevel=1, -jar]");
    assertThat(args.get(2)).endsWith("freight-mcp-server.jar");
    Options read = options(server);
    assertThat(read.dayLimit()).isEqualByComparingTo("20.00");
    assertThat(read.usd(Option.APPROVAL_ABOVE)).isEqualByComparingTo("0.50");
  }

  private static List<String> arguments(Map<?, ?> server) {
    return ((List<?>) server.get("args")).stream().map(String.class::cast).toList();
  }

  /** The program's own options, after the jar. */
  private static Options options(Map<?, ?> server) {
    List<String> args = arguments(server);
    return Options.of(args.subList(3, args.size()), Map.of());
  }

  @Test
  void dockerFileIsAccepted() throws IOException {
    Map<?, ?> servers = (Map<?, ?>) Host.object(block("json docker")).get("mcpServers");
    Map<?, ?> server = (Map<?, ?>) servers.get("freight");
    List<String> args = arguments(server);
    int image =
        IntStream.range(0, args.size())
            .filter(i -> args.get(i).startsWith("ghcr.io/"))
            .findFirst()
            .orElseThrow();

    Options read = Options.of(args.subList(image + 1, args.size()), Map.of());
    assertThat(read.dayLimit()).isEqualByComparingTo("20.00");
    String volume = args.get(args.indexOf("-v") + 1).replaceAll(".*:", "");
    assertThat(read.value(Option.LEDGER)).startsWith(volume + "/");
    assertThat(Files.readString(Path.of("Dockerfile"))).contains("65532 " + volume + "\n");
    assertThat(args)
        .containsAll(
            ((Map<?, ?>) server.get("env")).keySet().stream().map(String.class::cast).toList());
  }

  @Test
  void pageHasOnlyExistingOptions() throws IOException {
    Pattern.compile("`(--[a-z-]+)")
        .matcher(Files.readString(PAGE))
        .results()
        .map(option -> option.group(1))
        .forEach(option -> assertThat(Option.help()).contains(option));
  }

  @Test
  void pageHasEveryOptionAndVariable() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(Pattern.compile("--[a-z-]+|FREIGHT_\\w+").matcher(Option.help()).results())
        .extracting(MatchResult::group)
        .filteredOn(name -> !name.equals("--version"))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(page).contains("`" + name));
  }
}
