package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the Dockerfile and the compose file say, carried out without an engine for containers: the
 * files that are copied are there, and the command that they give starts the server in an empty
 * folder, with an empty environment.
 */
@Timeout(300)
class DockerfileIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCKER = ROOT.resolve("docs/docker");
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:[-?])([^}]*)}");
  private static final Pattern READY = Pattern.compile("ready at http://127\\.0\\.0\\.1:(\\d+)");
  private static final Map<String, String> GIVEN =
      Map.of("FREIGHT_AGENT_KEY", "fak_compose", "FREIGHT_ADMIN_TOKEN", "adm_compose");

  @TempDir private Path empty;

  private static List<String> instructions(String name) throws IOException {
    return Files.readAllLines(DOCKER.resolve("Dockerfile")).stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .toList();
  }

  /** The items of {@code command} in the compose file, its variables replaced. */
  private static List<String> composeCommand() throws IOException {
    List<String> items = new ArrayList<>();
    boolean inCommand = false;
    for (String line : Files.readAllLines(DOCKER.resolve("compose.yaml"))) {
      if (inCommand && !line.startsWith("      - ")) break;
      if (inCommand) items.add(replaced(line.substring("      - ".length())));
      if (line.equals("    command:")) inCommand = true;
    }
    return items;
  }

  private static String replaced(String text) {
    Matcher variable = VARIABLE.matcher(text);
    if (!variable.matches()) return text;
    String fallback = variable.group(2).equals(":-") ? variable.group(3) : null;
    return GIVEN.getOrDefault(variable.group(1), fallback);
  }

  private static List<String> command() throws IOException {
    List<String> command = new ArrayList<>();
    String entrypoint = instructions("ENTRYPOINT").get(0);
    for (Object part : (List<?>) JsonText.parse(entrypoint.getBytes(StandardCharsets.UTF_8))) {
      command.add((String) part);
    }
    String[] copy = instructions("COPY").get(0).split(" ");
    assertThat(ROOT.resolve(copy[0])).isRegularFile();
    assertThat(command).startsWith("java", "-jar", copy[1]).contains("--port", "8080");
    command.set(0, JAVA.toString());
    command.set(2, ROOT.resolve(copy[0]).toString());
    command.set(command.indexOf("--port") + 1, "0");
    command.addAll(composeCommand());
    return command;
  }

  @Test
  void itsInstructionsNeedAnImageByDigestAndNoShell() throws IOException {
    assertThat(instructions("ARG")).containsExactly("BASE");
    assertThat(instructions("FROM")).containsExactly("${BASE}");
    assertThat(instructions("EXPOSE")).containsExactly("8080");
    assertThat(instructions("RUN")).isEmpty();
    assertThat(instructions("ENTRYPOINT")).hasSize(1);
    assertThat(instructions("COPY")).hasSize(1);
  }

  @Test
  void theCommandOfTheContainerServesClientsAndTheTestControlWithItsToken() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command()).directory(empty.toFile());
    builder.environment().clear();
    for (String variable : instructions("ENV")) {
      String[] parts = variable.split("=", 2);
      builder.environment().put(parts[0], parts[1].replace("\"", ""));
    }
    Process process = builder.redirectErrorStream(true).start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String url = "http://127.0.0.1:" + readyPort(out);

      Http.Reply created = new Http(url, "fak_compose").post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(created.status()).isEqualTo(201);
      assertThat(created.json().text("trackingLink")).startsWith("http://freight:8080/track/trk_");
      assertThat(Http.to(url).get("/__admin/health").status()).isEqualTo(401);
      assertThat(new Http(url, "adm_compose").get("/__admin/health").status()).isEqualTo(200);
      assertThat(empty).isEmptyDirectory();

      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String readyPort(BufferedReader out) throws IOException {
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      said.append(line).append('\n');
      Matcher ready = READY.matcher(line);
      if (ready.find()) return ready.group(1);
    }
    throw new AssertionError("it ended and said:\n" + said);
  }
}
