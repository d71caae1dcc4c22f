package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.support.Http;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  @Test
  void everyOptionIsRead() {
    Options options =
        Options.parse(
            List.of(
                "--host",
                "0.0.0.0",
                "--port=9000",
                "--balance",
                "5.00",
                "--agent-key",
                "k",
                "--time-scale",
                "60",
                "--no-ping-throttle",
                "--json"));
    assertThat(options.host).isEqualTo("0.0.0.0");
    assertThat(options.port).isEqualTo(9000);
    assertThat(options.balanceUsd).isEqualByComparingTo("5.00");
    assertThat(options.agentKey).isEqualTo("k");
    assertThat(options.timeScale).isEqualTo(60);
    assertThat(options.noPingThrottle).isTrue();
    assertThat(options.json).isTrue();
    assertThat(options.toString()).doesNotContain("agentKey");
  }

  @Test
  void journalOptionSetsTheCapacityOfTheJournal() {
    Options options = Options.parse(List.of("--port", "0", "--journal", "2"));
    try (InMemoryFreightServer server = ServerInProcess.start(options.toBuilder())) {
      for (int i = 0; i < 3; i++) Http.to(server).get("/v1/agent/balance");

      assertThat(server.journal().total()).isEqualTo(3);
      assertThat(server.journal().requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--prot 1 | unknown option --prot",
        "server | unknown option server",
        "--port | --port: value is missing",
        "--agent-key= | --agent-key: value is missing",
        "--port x | --port: 'x' is not an integer",
        "--port -1 | port -1 is not in 0..65535",
        "--port 65536 | port 65536 is not in 0..65535",
        "--time-scale 1000001 | time scale 1000001.0 is not in 0..1000000",
        "--balance ten | --balance: not an amount in USD: 'ten'; write a decimal such as 25.00",
        "--balance -1 | --balance: an amount in USD cannot be negative",
        "--host --json | --host: value is missing",
        "--time-scale fast | --time-scale: 'fast' is not a number",
        "--time-scale NaN | time scale NaN is not in 0..1000000",
        "--journal 0 | journal capacity 0 is below 1",
        "--journal 2147483648 | --journal: '2147483648' is not an integer",
        "--json=yes | --json: takes no value"
      })
  void whatCannotBeUnderstoodIsSaid(String arguments, String message) {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();

    int code = Main.run(List.of(arguments.split(" ")), print(errors), print(errors));

    assertThat(code).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains(message).contains("--help");
  }

  @Test
  void laterOptionReplacesAnEarlierOne() {
    assertThat(Options.parse(List.of("--port", "8080", "--port", "9000")).port).isEqualTo(9000);
  }

  @Test
  void helpNamesEveryOption() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(Main.run(List.of("--help"), print(out), print(new ByteArrayOutputStream())))
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "--host",
            "--port",
            "--public-url",
            "--admin-host",
            "--admin-token",
            "--balance",
            "--agent-key",
            "--time-scale",
            "--no-ping-throttle",
            "--journal",
            "--health",
            "--json",
            "--help");
  }

  @Test
  void everyOptionOfTheHelpIsRead() {
    Matcher lines = Pattern.compile("(?m)^  (-h, )?(--[a-z-]+)( [A-Z]+)?").matcher(Options.HELP);
    int options = 0;
    for (; lines.find(); options++) {
      boolean takesValue = lines.group(3) != null;
      Options.parse(List.of(takesValue ? lines.group(2) + "=1" : lines.group(2)));
    }
    assertThat(options).isEqualTo(13);
  }

  @ParameterizedTest
  @CsvSource({"--public-url=freight, public URL", "--admin-host=no.such.host.invalid, admin host"})
  void invalidAddressExitsWithCode2(String option, String message) {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();

    int code = Main.run(List.of(option, "--port=0"), print(errors), print(errors));

    assertThat(code).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains(message);
  }

  private static PrintStream print(ByteArrayOutputStream out) {
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }
}
