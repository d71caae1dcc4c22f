package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as users run it. */
class FirstContactProgramIT {
  @TempDir private Path folder;

  private record Ended(int code, String output, String file) {}

  private Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                System.getProperty("firstContactJar")));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("FREIGHT_"));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    Path file = folder.resolve("first-contact.md");
    return new Ended(process.exitValue(), output, Files.exists(file) ? Files.readString(file) : "");
  }

  @Test
  void jarRunsAlone() throws Exception {
    Ended ended = run("--demo");

    assertThat(ended.output()).contains("1.34 USD spent").doesNotContain("Exception", "SLF4J");
    assertThat(ended.code()).isZero();
    assertThat(ended.file()).startsWith("# First contact").contains("0.1.0");
  }
}
