package io.freightsdk.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.testing.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages about an address or key from an environment variable name the variable. */
class EnvironmentVariablesIT {
  /** Builds a client, and prints the exception. */
  static final class Program {
    public static void main(String[] none) {
      try (FreightClient client = FreightClient.builder().build()) {
        System.out.print(client);
      } catch (IllegalArgumentException e) {
        System.out.print(e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example.com, k, FreightClient[https://api.example.com]",
    "https://${HOST}, k, FREIGHT_BASE_URL: is still a placeholder: HOST is not set",
    "https://api.example.com, a b, 'FREIGHT_AGENT_KEY: is longer than 1024 characters, or has a space'"
  })
  void invalidOptionIsReportedWithItsVariable(String url, String key, String message)
      throws Exception {
    ProcessBuilder program = new ProcessBuilder(ChildJvm.program(Program.class));
    program.environment().putAll(Map.of("FREIGHT_BASE_URL", url, "FREIGHT_AGENT_KEY", key));
    Process process = program.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(output).startsWith(message);
  }
}
