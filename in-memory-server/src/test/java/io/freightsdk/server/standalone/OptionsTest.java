package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.standalone.Options.BadOption;
import io.freightsdk.server.support.Http;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  @Test
  void everyOptionIsRead() throws BadOption {
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
    assertThat(options.pingThrottle).isFalse();
    assertThat(options.json).isTrue();
    assertThat(options.toString()).doesNotContain("agentKey");
  }

  @Test
  void theJournalKeepsAsManyRequestsAsItsOptionSays() throws BadOption {
    Options options = Options.parse(List.of("--port", "0", "--journal", "2"));
    try (InMemoryFreightServer server = ServerInProcess.start(options.server())) {
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
        "--port | --port needs a value",
        "--port x | from 0 to 65535, not x",
        "--port -1 | from 0 to 65535, not -1",
        "--balance ten | an amount in USD such as 25.00",
        "--time-scale NaN | from 0 to 1000000, not NaN",
        "--journal 0 | from 1 to 2147483647, not 0",
        "--json=yes | --json takes no value"
      })
  void whatCannotBeUnderstoodIsSaid(String arguments, String message) {
    assertThatThrownBy(() -> Options.parse(List.of(arguments.split(" "))))
        .isInstanceOf(BadOption.class)
        .hasMessageContaining(message);
  }

  @Test
  void aBadOptionEndsWithCodeTwo() {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int code = Main.run(List.of("--nonsense"), print(new ByteArrayOutputStream()), print(errors));
    assertThat(code).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("unknown option --nonsense")
        .contains("--help");
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
            "--json",
            "--help");
  }

  @ParameterizedTest
  @CsvSource({"--public-url=freight, public URL", "--admin-host=no.such.host.invalid, admin host"})
  void anAddressThatIsNoneEndsWithCodeTwo(String option, String message) {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();

    int code = Main.run(List.of(option, "--port=0"), print(errors), print(errors));

    assertThat(code).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains(message);
  }

  private static PrintStream print(ByteArrayOutputStream out) {
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }
}
