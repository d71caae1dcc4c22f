package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.error.InvalidOptionException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of options: flags, variables, help, and the fields of the bundle's form. */
class OptionsTest {
  private static Options parse(String... arguments) {
    return Options.of(List.of(arguments), Map.of());
  }

  private static Options parse(Map<String, String> environment, String... arguments) {
    return Options.of(List.of(arguments), environment);
  }

  @ParameterizedTest
  @EnumSource(Option.class)
  void flagSetsItsOption(Option option) {
    String flag = option.flag;
    if (flag == null) return;

    if (option.isSwitch()) {
      assertThat(parse(flag).has(option)).isTrue();
      assertThatThrownBy(() -> parse(flag + "=true"))
          .isInstanceOf(InvalidOptionException.class)
          .hasMessage(flag + ": takes no value; remove the value");
    } else {
      assertThat(parse(flag, "5").value(option)).isEqualTo("5");
      assertThat(parse(flag + "=5").value(option)).isEqualTo("5");
      for (String[] arguments : new String[][] {{flag}, {flag, " "}, {flag, "--read-only"}}) {
        assertThatThrownBy(() -> parse(arguments))
            .isInstanceOf(InvalidOptionException.class)
            .hasMessage(flag + ": has no value; add one");
      }
    }
  }

  @Test
  void toStringHasNoAgentKey() {
    Options options = parse(Map.of("FREIGHT_AGENT_KEY", "fak_secret"));
    assertThat(options).asString().isEqualTo("Options[AGENT_KEY]");
  }

  @ParameterizedTest
  @EnumSource(Option.class)
  void flagTakesPrecedenceOverItsVariable(Option option) {
    String variable = option.variable;
    if (variable == null || option.isSwitch()) return;

    assertThat(parse(Map.of(variable, " 3\n")).value(option)).isEqualTo("3");
    assertThat(parse(Map.of(variable, " ")).has(option)).isFalse();
    if (option.flag == null) return;
    assertThat(parse(Map.of(variable, "3"), option.flag, "4").value(option)).isEqualTo("4");
  }

  @ParameterizedTest
  @EnumSource(
      value = Option.class,
      names = {"READ_ONLY", "SANDBOX"})
  void variableOfASwitchIsTrueOrFalse(Option option) {
    String variable = String.valueOf(option.variable);
    assertThat(parse(Map.of(variable, "true")).has(option)).isTrue();
    assertThat(parse(Map.of(variable, "false")).has(option)).isFalse();
    assertThatThrownBy(() -> parse(Map.of(variable, "yes")))
        .hasMessage(variable + ": is neither true nor false; use one of them");
  }

  @ParameterizedTest
  @EnumSource(Option.class)
  void helpHasEveryFlagAndVariable(Option option) {
    Stream.of(option.flag, option.variable)
        .filter(name -> name != null)
        .forEach(name -> assertThat(Option.help()).containsOnlyOnce("\n  " + usage(option)));
  }

  private static String usage(Option option) {
    if (option.flag == null) return option.variable + "\n";
    return option.flag + (option.isSwitch() ? (option.variable == null ? "\n" : ", or ") : " ");
  }

  /** The defaults in the help. */
  @Test
  void programWithoutOptionsUsesTheDefaults() {
    Options none = parse("--limit-per-day", "2");

    assertThat(none.dayLimit()).isEqualByComparingTo("2");
    assertThat(none.usd(Option.LIMIT_PER_HOUR)).isNull();
    assertThat(none.usd(Option.APPROVAL_ABOVE)).isNull();
    assertThat(none.values()).hasSize(1);
    assertThatThrownBy(() -> parse().dayLimit())
        .hasMessage(
            "--limit-per-day: is missing, and a model spends real money with these tools; set an"
                + " amount such as 20.00");
    assertThat(parse("--sandbox").dayLimit()).isEqualByComparingTo("20");
  }

  @Test
  void repeatedExcludedToolsAddUpAndReplaceTheVariable() {
    Map<String, String> variable = Map.of("FREIGHT_MCP_EXCLUDE_TOOLS", "confirm_delivery, x,");

    assertThat(parse(variable).value(Option.EXCLUDE_TOOL)).isEqualTo("confirm_delivery, x,");
    assertThat(parse(variable, "--exclude-tool", "a", "--exclude-tool=b,c"))
        .extracting(options -> options.value(Option.EXCLUDE_TOOL))
        .isEqualTo("a,b,c");
  }

  @Test
  void variableWithATypoIsRefused() {
    assertThatThrownBy(() -> parse(Map.of("FREIGHT_MCP_LIMIT_PER_HOUR", "1")))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessageStartingWith(
            "FREIGHT_MCP_LIMIT_PER_HOUR: is not a variable of this program; use one of")
        .hasMessageContaining("FREIGHT_MCP_LIMIT_PER_HOUR_USD");
  }

  /** Kubernetes sets them in each container, if a service is named freight-mcp... */
  @Test
  void variablesOfKubernetesAreIgnored() {
    Map<String, String> variables =
        Map.of(
            "FREIGHT_MCP_PORT", "tcp://10.0.0.7:8080",
            "FREIGHT_MCP_SERVICE_HOST", "10.0.0.7",
            "FREIGHT_MCP_SERVICE_PORT_HTTP", "8080",
            "FREIGHT_MCP_PORT_8080_TCP_ADDR", "10.0.0.7",
            "FREIGHT_MCP_SERVER_SERVICE_PORT", "8080");

    assertThat(parse(variables).values()).isEmpty();
  }

  @Test
  void formHasTheFieldsOfTheTable() throws IOException {
    Map<?, ?> manifest = Host.object(Files.readString(Path.of("src/main/mcpb/manifest.json")));
    Map<?, ?> form = (Map<?, ?>) manifest.get("user_config");
    Map<?, ?> start = (Map<?, ?>) ((Map<?, ?>) manifest.get("server")).get("mcp_config");
    Map<String, String> fieldsOfVariables = new HashMap<>();
    ((Map<?, ?>) start.get("env"))
        .forEach(
            (variable, value) -> {
              String name = value.toString().replaceAll("\\$\\{user_config\\.(\\w+)}", "$1");
              if (!(form.get(name) instanceof Map<?, ?> field)) return;
              fieldsOfVariables.put(variable.toString(), field.get("title").toString());
            });

    Map<String, String> expected = new HashMap<>();
    for (Option option : Option.values()) {
      if (option.field != null) expected.put(option.variable, option.field);
    }
    assertThat(fieldsOfVariables).isEqualTo(expected);
    assertThat((Map<?, ?>) start.get("env")).hasSize(expected.size() + 1);
    assertThat(((Map<?, ?>) start.get("env")).get(Options.BUNDLE_VARIABLE)).isEqualTo("true");
  }

  /** Each row: the values of the form, and the message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "20 | '' | '' | \"Address of the service\": is missing; set the address of the service and the agent key, or use \"Try it without an account\"",
        "20 | freight.example.com | key | \"Address of the service\": is not an http or https URL; use one such as",
        "20 | https://freight.example.com | '' | \"Agent key\": is missing; set the broker's agent key, or use \"Try it without an account\"",
        "'' | '' | '' | \"Limit per day in USD\": is missing, and a model spends real money",
        "x | '' | '' | \"Limit per day in USD\": is not an amount in USD; use one such as 20.00",
      })
  void bundleReportsTheFieldOfItsForm(String limit, String address, String key, String expected) {
    Map<String, String> form =
        Map.of(
            "FREIGHT_MCP_BUNDLE", "true",
            "FREIGHT_MCP_LIMIT_PER_DAY_USD", limit,
            "FREIGHT_BASE_URL", address,
            "FREIGHT_AGENT_KEY", key);
    assertThat(startFailure(form))
        .startsWith("freight-mcp-server: " + expected)
        .doesNotContain("--", "FREIGHT_");
  }

  /** A variable that the form does not have is still a variable. */
  @Test
  void bundleReportsTheVariableOfAnOptionWithoutAField() {
    Map<String, String> form =
        Map.of("FREIGHT_MCP_BUNDLE", "true", "FREIGHT_MCP_LIMIT_PER_HOUR_USD", "x");
    assertThatThrownBy(() -> parse(form).usd(Option.LIMIT_PER_HOUR))
        .hasMessageStartingWith("FREIGHT_MCP_LIMIT_PER_HOUR_USD: is not an amount");
  }

  @Test
  void messageNamesTheVariableOrFlagThatWasSet() {
    Map<String, String> variable = Map.of("FREIGHT_MCP_LIMIT_PER_DAY_USD", "x");
    assertThatThrownBy(() -> parse(variable).dayLimit())
        .hasMessageStartingWith("FREIGHT_MCP_LIMIT_PER_DAY_USD: is not an amount");
    assertThatThrownBy(() -> parse(variable, "--limit-per-day=y").dayLimit())
        .hasMessageStartingWith("--limit-per-day: is not an amount");
  }

  private static String startFailure(Map<String, String> form, String... arguments) {
    Map<String, String> environment = new HashMap<>(form);
    environment.put("XDG_DATA_HOME", Path.of("target", "form").toAbsolutePath().toString());
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int status =
        FreightMcpServer.run(
            List.of(arguments),
            environment,
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(errors, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(2);
    return errors.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--limit-per-day=x | --limit-per-day: is not an amount in USD; use one such as 20.00",
        "--limit-per-day=0 | --limit-per-day: must be more than 0 USD; use one such as 20.00",
        "--limit-per-day | --limit-per-day: has no value; add one",
        "--limit-per-day=2 --account=  | --account: has no value; add one",
        "--nonsense | --nonsense: is not an option; use one of --limit-per-day, --limit-per-hour",
        "--read-only | --limit-per-day: is missing, and a model spends real money",
        "--limit-per-day=none | --limit-per-day: is not an amount in USD; use one such as 20.00",
        "--limit-per-day=2 --limit-per-hour=${LIMIT} | --limit-per-hour: is not an amount in USD",
        "--limit-per-day=2 --ledger=/dev/null/x | --ledger: the ledger cannot be opened, and without it nothing may be spent; ",
        "--limit-per-day=2 --ledger=x.db | --ledger: x.db is a relative path, so the file depends on the folder",
        "--limit-per-day=2 --ledger=jdbc:nosuch://h/x | --ledger: jdbc:nosuch://h/x is a relative path",
        "--limit-per-day=2 --ledger=/tmp/${TEAM}/x.db | --ledger: is still a placeholder: TEAM is not set",
        "--limit-per-day=2 --ledger=/tmp/x.db?mode=ro | --ledger: has a question mark: ",
        "--sandbox --account=${TENANT} | --account: is still a placeholder: TENANT is not set",
        "--sandbox --name=sk_live/1234 | --name: has more than 40 characters, or characters other than",
      })
  void invalidArgumentIsReportedInOneLine(String arguments, String expected) {
    assertThat(startFailure(Map.of(), arguments.split(" ")))
        .startsWith("freight-mcp-server: " + expected)
        .doesNotContain("\tat ", "1234")
        .hasLineCount(1);
  }

  @Test
  void exampleOfThePriceForApprovalIsBelowThePriceOfALoad() {
    assertThatThrownBy(() -> parse("--approval-above=x").usd(Option.APPROVAL_ABOVE))
        .hasMessage("--approval-above: is not an amount in USD; use one such as 0.50");
  }

  @Test
  void tooLongNamesAreRefused() {
    assertThat(startFailure(Map.of(), "--sandbox", "--account", "a".repeat(256)))
        .contains("--account: must have at most 255 characters")
        .hasLineCount(1);
    assertThat(startFailure(Map.of(), "--sandbox", "--name", "a".repeat(41)))
        .contains("--name: has more than 40 characters")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "freight | FREIGHT_BASE_URL: is not an http or https URL; use one such as",
        "http://freight.example.com | FREIGHT_BASE_URL: plain http to freight.example.com",
        "https://${HOST}/ | FREIGHT_BASE_URL: is still a placeholder: HOST is not set; set it",
        "https://key@freight.example.com | FREIGHT_BASE_URL: must not have a user, a query",
      })
  void invalidAddressIsReportedWithItsVariable(String address, String expected) {
    Map<String, String> environment =
        Map.of("FREIGHT_BASE_URL", address, "FREIGHT_AGENT_KEY", "test-key");
    assertThat(startFailure(environment, "--limit-per-day", "2"))
        .contains(expected)
        .hasLineCount(1)
        .doesNotContain("baseUrl");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "confirm_delivry | --exclude-tool: there is no tool \"confirm_delivry\"; use some of create_load, get",
        "sk_live_1234 | --exclude-tool: there is no tool of that name; use some of create_load",
      })
  void unknownToolIsReported(String tools, String expected) {
    assertThat(startFailure(Map.of(), "--sandbox", "--exclude-tool", tools))
        .contains(expected)
        .hasLineCount(1)
        .doesNotContain("1234");
  }

  @Test
  void excludingEveryToolIsRefused() {
    List<String> all = new ArrayList<>(List.of("--sandbox", "--read-only"));
    all.addAll(List.of("--exclude-tool", String.join(",", toolsThatRead())));
    assertThat(startFailure(Map.of(), all.toArray(String[]::new)))
        .contains("--exclude-tool: excludes every tool; use some of create_load");
  }

  /** All tools, as a refusal lists them, without the two that change loads. */
  private static List<String> toolsThatRead() {
    String refusal = startFailure(Map.of(), "--sandbox", "--exclude-tool", "none");
    String list = refusal.strip().replaceAll("(?s).*use some of ", "");
    return Pattern.compile(", ")
        .splitAsStream(list)
        .filter(tool -> !List.of("create_load", "confirm_delivery").contains(tool))
        .toList();
  }

  @Test
  void secretInTheWrongPlaceIsNotRepeated() {
    assertThatThrownBy(() -> parse("--read-only", "sk_live_1234"))
        .hasMessageStartingWith("argument 2: is not an option; use one of --limit-per-day");
  }

  @ParameterizedTest
  @CsvSource({
    "999999999, true",
    "1000000000, false",
    "0.000001, true",
    "0.0000001, false",
    "-1, false"
  })
  void amountHasNineDigitsBeforeAndSixAfterThePoint(String usd, boolean isValid) {
    Options options = parse("--limit-per-hour=" + usd);

    if (isValid) assertThat(options.usd(Option.LIMIT_PER_HOUR)).isEqualByComparingTo(usd);
    else {
      assertThatThrownBy(() -> options.usd(Option.LIMIT_PER_HOUR)).hasMessageContaining("20.00");
    }
  }
}
