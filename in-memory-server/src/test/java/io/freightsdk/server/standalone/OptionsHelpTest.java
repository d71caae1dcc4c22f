package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.standalone.Options.BadOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of the help are those of the code, with their defaults. */
class OptionsHelpTest {
  /** What the help says of each option. */
  private static Map<String, String> help() {
    Map<String, String> help = new TreeMap<>();
    for (String line : Options.HELP.lines().filter(line -> line.startsWith("  --")).toList()) {
      help.put(line.strip().split(" ")[0], line);
    }
    return help;
  }

  private static TreeSet<String> found(Pattern what, String text) {
    return what.matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theHelpNamesWhatTheCodeTakes() throws IOException {
    String code =
        Files.readString(Path.of("src/main/java/io/freightsdk/server/standalone/Options.java"));
    TreeSet<String> taken = found(Pattern.compile("(?<=case \")--[a-z-]+"), code);

    assertThat(help().keySet()).isEqualTo(taken);
  }

  /** The help says the default in parentheses. */
  @Test
  void theDefaultsOfTheHelpAreThoseOfTheCode() throws BadOption {
    Options none = Options.parse(List.of());

    assertThat(stated("--host")).isEqualTo(none.host);
    assertThat(stated("--port")).isEqualTo(String.valueOf(none.port));
    assertThat(stated("--balance")).isEqualTo(none.balanceUsd.toPlainString());
    assertThat(stated("--time-scale")).isEqualTo(String.valueOf((long) none.timeScale));
    assertThat(none.agentKey).isNull();
    assertThat(none.pingThrottle).isTrue();
    assertThat(none.json || none.help).isFalse();
  }

  private static String stated(String option) {
    String line = help().get(option);
    return line.substring(line.lastIndexOf('(') + 1, line.lastIndexOf(')'));
  }

  @ParameterizedTest
  @CsvSource({
    "--port, 0, 65535, 65536",
    "--time-scale, 0, 1000000, 1000001",
    "--journal, 1, 2147483647, 2147483648"
  })
  void aNumberHasItsBounds(String option, String least, String greatest, String tooGreat)
      throws BadOption {
    Options.parse(List.of(option, least));
    Options.parse(List.of(option, greatest));
    assertThatThrownBy(() -> Options.parse(List.of(option, tooGreat)))
        .isInstanceOf(BadOption.class)
        .hasMessageContaining("from " + least + " to " + greatest);
    assertThatThrownBy(() -> Options.parse(List.of(option, "-1"))).isInstanceOf(BadOption.class);
  }
}
