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
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path DOCKER = ROOT.resolve("docs/docker");
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:[-?])([^}]*)}");
  private static final Pattern READY = Pattern.compile("ready at http://127\\.0\\.0\\.1:(\\d+)");
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
    assertThat(variable.group(2)).as(text + " needs no variable").isEqualTo(":-");
    return variable.group(3);
  }

  private static List<String> command() throws IOException {
    List<String> command = new ArrayList<>();
    String entrypoint = instructions("ENTRYPOINT").get(0);
    for (Object part : (List<?>) JsonText.parse(entrypoint.getBytes(StandardCharsets.UTF_8))) {
      command.add((String) part);
    }
    String[] copy = instructions("COPY").get(0).split(" ");
    assertThat(ROOT.resolve(copy[0])).isRegularFile();
    assertThat(command).startsWith("java").containsSubsequence("-jar", copy[1], "--port", "8080");
    command.set(0, JAVA.toString());
    command.set(command.indexOf("-jar") + 1, ROOT.resolve(copy[0]).toString());
    command.set(command.indexOf("--port") + 1, "0");
    command.addAll(composeCommand());
    return command;
  }

  @Test
  void itNeedsNoArgumentAndNoShell() throws IOException {
    assertThat(instructions("ARG")).hasSize(1).first().asString().matches("BASE=[\\w-]+:17[\\w-]*");
    assertThat(instructions("FROM")).containsExactly("${BASE}");
    assertThat(instructions("EXPOSE")).containsExactly("8080");
    assertThat(instructions("RUN")).isEmpty();
    assertThat(instructions("ENTRYPOINT")).hasSize(1);
    assertThat(instructions("COPY")).hasSize(1);
    assertThat(instructions("ENV")).as("a user's environment would replace it").isEmpty();
    assertThat(instructions("HEALTHCHECK")).hasSize(1);
  }

  @Test
  void theCommandOfTheContainerServesClientsAndTheTestControlWithItsToken() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command()).directory(empty.toFile());
    builder.environment().clear();
    Process process = builder.redirectErrorStream(true).start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String url = "http://127.0.0.1:" + readyPort(out);

      Http.Reply created = new Http(url, "fak_local").post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(created.status()).isEqualTo(201);
      assertThat(created.json().text("trackingLink"))
          .startsWith("http://localhost:8080/track/trk_");
      assertThat(Http.to(url).get("/__admin/health").status()).isEqualTo(401);
      assertThat(new Http(url, "adm_local").get("/__admin/health").status()).isEqualTo(200);
      assertThat(empty).isEmptyDirectory();
      assertThat(health(url)).isZero();

      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(health(url)).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }

  /** What the image asks of itself. */
  private int health(String url) throws Exception {
    String check = instructions("HEALTHCHECK").get(0);
    String json = check.substring(check.indexOf("CMD ") + "CMD ".length());
    List<String> command = new ArrayList<>();
    for (Object part : (List<?>) JsonText.parse(json.getBytes(StandardCharsets.UTF_8))) {
      command.add((String) part);
    }
    assertThat(command).endsWith("--health", "http://127.0.0.1:8080");
    command.set(0, JAVA.toString());
    command.set(command.indexOf("-jar") + 1, ROOT.resolve(jar()).toString());
    command.set(command.size() - 1, url);
    return new ProcessBuilder(command).directory(empty.toFile()).start().waitFor();
  }

  private static String jar() throws IOException {
    return instructions("COPY").get(0).split(" ")[0];
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
