package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import io.freightsdk.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The runnable jar as its users run it: another process, nothing else on its class path. */
@Timeout(300)
class StandaloneIT {
  private static final Path JAR = Path.of(System.getProperty("standaloneJar"));

  @Test
  void printsAReadyLineAndExitsWithCode0OnSigterm() throws Exception {
    Process process = run("--port", "0", "--json", "--balance", "5.00", "--agent-key", "fak_mine");
    try (BufferedReader out = reader(process)) {
      String line = out.readLine();
      assertThat(line)
          .matches(
              "\\{\"baseUrl\":\"http://127\\.0\\.0\\.1:\\d+\",\"agentKey\":\"fak_mine\","
                  + "\"brokerId\":\"brk_[0-9a-f]+\"}");
      Tree ready = new Tree(JsonText.parse(line.getBytes(StandardCharsets.UTF_8)));
      Http client = new Http(ready.text("baseUrl"), ready.text("agentKey"));
      Http.Reply created = client.post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(created.status()).isEqualTo(201);
      String loadNumber = created.json().text("loadNumber");
      assertThat(loadNumber).as("another one than at the last start").doesNotEndWith("-0001");
      Http.Reply driven =
          client.post("/__admin/loads/" + loadNumber + "/drive", "{\"until\":\"DELIVERED\"}");
      assertThat(driven.json().text("status")).isEqualTo("DELIVERED");
      assertThat(client.get("/v1/agent/loads/" + loadNumber).json().text("status"))
          .isEqualTo("DELIVERED");
      assertThat(client.get("/openapi.yaml").text()).startsWith("openapi:");
      assertThat(client.get("/__admin/openapi.yaml").text()).startsWith("openapi:");
      assertThat(client.get("/track/" + trackingToken(created)).status()).isEqualTo(200);

      // Through its handle: Process.destroy would close the stream that is read below.
      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(out.readLine()).isNull();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void invalidOptionExitsWithCode2() throws Exception {
    Process process = run("--port", "nonsense");
    String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(error).contains("--port");
  }

  @Test
  void portInUseExitsWithCode1() throws Exception {
    Process first = run("--port", "0", "--json");
    try (BufferedReader out = reader(first)) {
      Tree ready = new Tree(JsonText.parse(out.readLine().getBytes(StandardCharsets.UTF_8)));
      String port = ready.text("baseUrl").replaceAll(".*:", "");
      Process second = run("--port", port);
      String error = new String(second.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(second.exitValue()).isEqualTo(1);
      assertThat(error)
          .contains(
              "cannot listen on 127.0.0.1:" + port, "; set another --port (0 picks a free one)");
    } finally {
      first.destroyForcibly();
    }
  }

  @Test
  void outOfMemoryExitsWithCode3() throws Exception {
    List<String> command =
        ChildJvm.command("-Xmx32m", "-jar", JAR.toString(), "--port", "0", "--json");
    Process process = new ProcessBuilder(command).start();
    try (BufferedReader out = reader(process)) {
      Tree ready = new Tree(JsonText.parse(out.readLine().getBytes(StandardCharsets.UTF_8)));
      Http client = new Http(ready.text("baseUrl"), ready.text("agentKey"));
      String street = "x".repeat(900_000);
      try {
        for (int i = 0; i < 100; i++) {
          client.post("/v1/agent/loads", Orders.TWO_STOPS.replace("100 Main St", street + i));
        }
      } catch (Http.ConnectionLost ended) {
        // As it should.
      }
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(3);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process run(String... arguments) throws IOException {
    List<String> command = ChildJvm.command("-jar", JAR.toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static String trackingToken(Http.Reply created) {
    return created.json().text("trackingLink").replaceAll(".*/", "");
  }
}
