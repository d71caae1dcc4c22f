package io.freightsdk.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.standalone.Main;
import io.freightsdk.testsupport.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The container without an engine for containers: what it would run is run here. */
@Timeout(120)
class FreightContainerTest {
  private static final Pattern READY = Pattern.compile("ready at (http://127\\.0\\.0\\.1:\\d+)");

  @TempDir private Path folder;

  @Test
  void itsCommandServesClientsWithItsKeyAndTheTestControlWithItsToken() throws Exception {
    try (FreightContainer container =
        new FreightContainer("freight-server:test").withBalance("5")) {
      assertThat(container.getExposedPorts()).containsExactly(8080);
      Process process = run(container);
      try {
        String url = readyUrl(process);
        assertThat(status(url + "/v1/agent/pricing", container.agentKey())).isEqualTo(200);
        assertThat(status(url + "/v1/agent/pricing", "fak_other")).isEqualTo(401);
        assertThat(status(url + "/__admin/health", container.adminToken())).isEqualTo(200);
        assertThat(status(url + "/__admin/health", "adm_other")).isEqualTo(401);
      } finally {
        process.destroy();
        process.waitFor();
      }
    }
  }

  @Test
  void everyOptionIsPartOfTheCommandAndKeysAreItsOwn() throws IOException {
    Path fixtures = Files.writeString(folder.resolve("loads.json"), "{}");
    try (FreightContainer one =
            new FreightContainer("freight-server:test").withTimeScale(0).withFixtures(fixtures);
        FreightContainer other = new FreightContainer("freight-server:test")) {
      assertThat(one.getCommandParts())
          .containsSequence("--time-scale", "0.0")
          .containsSequence("--fixtures", "/fixtures.json");
      assertThat(one.agentKey()).isNotEqualTo(other.agentKey());
      assertThat(one.adminToken()).isNotEqualTo(other.adminToken());
    }
  }

  @Test
  @SuppressWarnings("deprecation") // Nothing else says without an engine what is copied.
  void aFileThatOnlyItsOwnerReadsIsReadByTheUserOfTheImage() throws IOException {
    Path fixtures = Files.writeString(folder.resolve("private.json"), "{}");
    boolean hasModes = Files.getFileStore(fixtures).supportsFileAttributeView("posix");
    if (hasModes) {
      Files.setPosixFilePermissions(fixtures, PosixFilePermissions.fromString("rw-------"));
    }
    try (FreightContainer container =
        new FreightContainer("freight-server:test").withFixtures(fixtures)) {
      assertThat(container.getCopyToFileContainerPathMap())
          .hasSize(1)
          .allSatisfy(
              (file, place) ->
                  assertThat(Integer.toOctalString(file.getFileMode())).isEqualTo("100444"));
    }
  }

  /** As the image would: its entry point with the container's command, on a free port. */
  private static Process run(FreightContainer container) throws IOException {
    List<String> command = ChildJvm.program(Main.class, "--host", "0.0.0.0", "--port", "0");
    command.addAll(List.of(container.getCommandParts()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String readyUrl(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher ready = READY.matcher(line);
      if (ready.find()) return ready.group(1);
    }
    throw new AssertionError("the server ended");
  }

  private static int status(String url, String token) throws IOException {
    HttpURLConnection call = (HttpURLConnection) URI.create(url).toURL().openConnection();
    call.setRequestProperty("Authorization", "Bearer " + token);
    return call.getResponseCode();
  }
}
