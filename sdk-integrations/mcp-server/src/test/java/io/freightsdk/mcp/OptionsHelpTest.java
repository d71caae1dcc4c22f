package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The options of the help are those of the code, with their defaults. */
class OptionsHelpTest {
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");
  private static final Pattern VARIABLE = Pattern.compile("FREIGHT_MCP_[A-Z_]+");

  private static TreeSet<String> found(Pattern what, String text) {
    return what.matcher(text)
        .results()
        .map(match -> match.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Every option of the help, with what it takes, or an empty text. */
  static Stream<List<String>> options() {
    return Options.HELP
        .lines()
        .filter(line -> line.startsWith("  --"))
        .flatMap(line -> Stream.of(line.strip().split(" {2,}")[0].split(", ")))
        .map(option -> List.of(option.split(" ")[0], option.replaceFirst("^\\S+ ?", "")));
  }

  @ParameterizedTest
  @MethodSource("options")
  void whatTheHelpNamesIsTakenAsItSays(List<String> option) {
    String name = option.get(0);
    boolean takesAValue = !option.get(1).isEmpty();

    if (name.equals("--exclude-tool")) {
      assertThat(Options.of(List.of(name, "a", name + "=b"), Map.of()).excludedTools())
          .containsExactly("a", "b");
      assertThatThrownBy(() -> Options.of(List.of(name), Map.of()))
          .isInstanceOf(Options.Mistake.class);
    } else if (takesAValue) {
      assertThat(Options.of(List.of(name, "5"), Map.of()).value(name)).isEqualTo("5");
      assertThat(Options.of(List.of(name + "=5"), Map.of()).value(name)).isEqualTo("5");
      assertThatThrownBy(() -> Options.of(List.of(name), Map.of()))
          .isInstanceOf(Options.Mistake.class);
    } else {
      assertThat(Options.of(List.of(name), Map.of()).has(name)).isTrue();
      assertThatThrownBy(() -> Options.of(List.of(name + "=5"), Map.of()))
          .isInstanceOf(Options.Mistake.class);
    }
  }

  @Test
  void theHelpNamesWhatTheCodeTakes() throws IOException {
    String code = Files.readString(Path.of("src/main/java/io/freightsdk/mcp/Options.java"));
    String afterTheHelp =
        code.substring(code.lastIndexOf("\"\"\"")).replaceAll("(?s)Pattern.compile\\(.*?;", "");

    assertThat(found(OPTION, Options.HELP)).isEqualTo(found(OPTION, afterTheHelp));
    assertThat(found(VARIABLE, afterTheHelp)).allMatch(Options.HELP::contains);
  }

  /** What the last column of the help promises. */
  @Test
  void withoutOptionsTheDefaultsOfTheHelpHold() {
    Options none = Options.of(List.of("--limit-per-day", "2"), Map.of());

    assertThat(none.dayLimit()).isEqualByComparingTo("2");
    assertThat(Stream.of("--limit-per-hour", "--approval-above"))
        .allMatch(amount -> none.usd(amount) == null);
    assertThat(none.value("--account")).isNull();
    assertThat(none.switches()).isEmpty();
    assertThatThrownBy(() -> Options.of(List.of(), Map.of()).dayLimit())
        .hasMessageStartingWith(
            "--limit-per-day (\"Limit per day in USD\" in the form) is missing");
    assertThat(Options.of(List.of("--sandbox"), Map.of()).dayLimit()).isEqualByComparingTo("20");
  }

  @ParameterizedTest
  @CsvSource({
    "FREIGHT_MCP_LIMIT_PER_DAY_USD, --limit-per-day",
    "FREIGHT_MCP_LIMIT_PER_HOUR_USD, --limit-per-hour",
    "FREIGHT_MCP_APPROVAL_ABOVE_USD, --approval-above",
    "FREIGHT_MCP_LEDGER, --ledger",
    "FREIGHT_MCP_ACCOUNT, --account"
  })
  void aVariableStandsForItsOptionWhichTakesPrecedence(String variable, String option) {
    assertThat(Options.of(List.of(), Map.of(variable, "3")).value(option)).isEqualTo("3");
    assertThat(Options.of(List.of(option, "4"), Map.of(variable, "3")).value(option))
        .isEqualTo("4");
  }

  @ParameterizedTest
  @CsvSource({"FREIGHT_MCP_READ_ONLY, --read-only", "FREIGHT_MCP_SANDBOX, --sandbox"})
  void aVariableSwitchesItsOptionOn(String variable, String option) {
    assertThat(Options.of(List.of(), Map.of(variable, "true")).has(option)).isTrue();
    assertThat(Options.of(List.of(), Map.of(variable, "false")).has(option)).isFalse();
    assertThatThrownBy(() -> Options.of(List.of(), Map.of(variable, "yes")))
        .hasMessage(variable + ": expected true or false");
  }

  @Test
  void aVariableLeavesOutToolsUnlessAnOptionDoes() {
    Map<String, String> variable =
        Map.of("FREIGHT_MCP_EXCLUDE_TOOLS", "confirm_delivery, get_budget,");

    assertThat(Options.of(List.of(), variable).excludedTools())
        .containsExactly("confirm_delivery", "get_budget");
    assertThat(Options.of(List.of("--exclude-tool", "create_load"), variable).excludedTools())
        .containsExactly("create_load");
    assertThat(Options.of(List.of(), Map.of()).excludedTools()).isEmpty();
  }

  @Test
  void aVariableWithAWrongNameIsNoLimitInSilence() {
    assertThatThrownBy(() -> Options.of(List.of(), Map.of("FREIGHT_MCP_LIMIT_PER_HOUR", "1")))
        .isInstanceOf(Options.Mistake.class)
        .hasMessageContaining("there is no variable FREIGHT_MCP_LIMIT_PER_HOUR");
  }

  /** In each container beside a service of the name freight-mcp, or freight-mcp-server. */
  @Test
  void whatKubernetesSetsForAServiceIsNoMistake() {
    Map<String, String> variables =
        Map.of(
            "FREIGHT_MCP_PORT", "tcp://10.0.0.7:8080",
            "FREIGHT_MCP_SERVICE_HOST", "10.0.0.7",
            "FREIGHT_MCP_SERVICE_PORT_HTTP", "8080",
            "FREIGHT_MCP_PORT_8080_TCP_ADDR", "10.0.0.7",
            "FREIGHT_MCP_SERVER_SERVICE_PORT", "8080");

    assertThat(Options.of(List.of(), variables).values()).isEmpty();
  }

  /** Who installs the bundle sees the form, and no option or variable. */
  @Test
  void messagesNameTheFieldsOfTheForm() throws IOException {
    Path file = Path.of("src/main/mcpb/manifest.json");
    Map<?, ?> form = (Map<?, ?>) Host.object(Files.readString(file)).get("user_config");
    assertThat(form.values())
        .extracting(field -> String.valueOf(((Map<?, ?>) field).get("title")))
        .containsAll(Options.FIELDS.values());
    assertThat(startFailure("20", "", ""))
        .contains("\"Address of the service\"", "\"Try it without an account\"");
    assertThat(startFailure("20", "freight.example.com", "key"))
        .contains("\"Address of the service\"");
    assertThat(startFailure("20", "https://freight.example.com", ""))
        .contains("\"Agent key\"", "\"Try it without an account\"");
    assertThat(startFailure("", "", "")).contains("\"Limit per day in USD\"");
  }

  private static String startFailure(String limit, String address, String key) {
    Map<String, String> form = new HashMap<>();
    form.put("FREIGHT_MCP_LIMIT_PER_DAY_USD", limit);
    form.put("FREIGHT_BASE_URL", address);
    form.put("FREIGHT_AGENT_KEY", key);
    form.put("XDG_DATA_HOME", Path.of("target", "form").toAbsolutePath().toString());
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int status =
        FreightMcpServer.run(
            List.of(),
            form,
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(errors, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(2);
    return errors.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"--read-only, true", "--sandbox, false", "--help, yes"})
  void aSwitchWithAValueIsToldToStandAlone(String option, String value) {
    assertThatThrownBy(() -> Options.of(List.of(option + "=" + value), Map.of()))
        .hasMessage(option + " takes no value; write " + option + " alone, or leave it out");
  }

  @Test
  void aSecretInTheWrongPlaceIsNotRepeated() {
    assertThatThrownBy(() -> Options.of(List.of("sk_live_1234"), Map.of()))
        .hasMessageStartingWith("there is no option of that name; there are --limit-per-day");
  }

  @ParameterizedTest
  @CsvSource({
    "999999999, true",
    "1000000000, false",
    "0.000001, true",
    "0.0000001, false",
    "-1, false"
  })
  void anAmountHasNineDigitsBeforeAndSixAfterThePoint(String usd, boolean isOne) {
    Options options = Options.of(List.of("--limit-per-hour=" + usd), Map.of());

    if (isOne) assertThat(options.usd("--limit-per-hour")).isEqualByComparingTo(usd);
    else assertThatThrownBy(() -> options.usd("--limit-per-hour")).hasMessageContaining("20.00");
  }
}
