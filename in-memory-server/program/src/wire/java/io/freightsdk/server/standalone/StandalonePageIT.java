package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.support.Tree;
import io.freightsdk.testsupport.ChildJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code docs/standalone-server.md}, run by a shell as a reader would run them. */
@Timeout(300)
class StandalonePageIT {
  private static final Path PAGE = Path.of("../../docs/standalone-server.md");
  private static final Pattern SHELL_BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
  private static final Pattern CURL = Pattern.compile("(?m)^(LOAD=\\$\\()?curl ");

  /** Stops at the first command that fails, and has each curl say the status it was answered. */
  private static final String PRELUDE =
      "set -eu\ncurl() { command curl --max-time 60 -w '\\n%{stderr}%{http_code}\\n' \"$@\"; }\n";

  @TempDir Path directory;

  @Test
  void everyCurlLineOfThePageIsAnsweredWithSuccess() throws Exception {
    assumeTrue(onPath("curl") && onPath("bash"), "skipped: no curl or no bash on the PATH");
    List<String> blocks =
        SHELL_BLOCK.matcher(Files.readString(PAGE)).results().map(m -> m.group(1)).toList();
    String commands = String.join("\n", blocks.subList(1, blocks.size()));
    long curls = CURL.matcher(commands).results().count();
    assertThat(curls).isPositive();

    Process server = start(blocks.get(0));
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      Tree ready = new Tree(JsonText.parse(out.readLine().getBytes(StandardCharsets.UTF_8)));
      assertThat(commands).contains("http://127.0.0.1:8080", "KEY=" + ready.text("agentKey"));
      Run run = bash(PRELUDE + commands.replace("http://127.0.0.1:8080", ready.text("baseUrl")));
      assertThat(run.exit).as(run.out + run.statuses).isZero();
      assertThat(run.statuses.lines())
          .as(run.out)
          .hasSize(Math.toIntExact(curls))
          .allMatch(status -> status.matches("2\\d\\d"));
    } finally {
      server.destroyForcibly();
    }
  }

  private record Run(int exit, String out, String statuses) {}

  private Run bash(String script) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path statuses = directory.resolve("statuses");
    Process shell =
        new ProcessBuilder("bash", "-c", script)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(statuses.toFile())
            .start();
    try {
      assertThat(shell.waitFor(240, TimeUnit.SECONDS)).isTrue();
    } finally {
      shell.destroyForcibly();
    }
    return new Run(shell.exitValue(), Files.readString(out), Files.readString(statuses));
  }

  /** The page's own command line, on a free port, with the line for scripts that names it. */
  private static Process start(String block) throws IOException {
    List<String> words = new ArrayList<>(List.of(block.strip().split("\\s+")));
    assertThat(words).startsWith("java", "-jar").containsSequence("--port", "8080");
    words.set(2, System.getProperty("standaloneJar"));
    words.set(words.indexOf("8080"), "0");
    words.add("--json");
    words.remove(0);
    List<String> command = ChildJvm.command(words.toArray(new String[0]));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static boolean onPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
