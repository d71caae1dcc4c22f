package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process that is killed. */
class RestartTest {
  @TempDir Path folder;

  @Test
  void afterKill9TheOrderHasItsLoadAndTheDayItsMoney() throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      Process first = start(server, broker);
      String port = portOf(first);
      String order = send(port, "PUT", "/orders/4711", DispatchServiceTest.LOAD);
      assertThat(order).contains("\"loadNumber\":\"LD-");
      first.destroyForcibly().waitFor();

      Process second = start(server, broker);
      port = portOf(second);
      assertThat(send(port, "PUT", "/orders/4711", DispatchServiceTest.LOAD)).isEqualTo(order);
      assertThat(send(port, "GET", "/actuator/freight", "")).contains("\"chargedUsd\":0.65");
      second.destroy();
      assertThat(second.waitFor()).as("ends by itself on SIGTERM").isEqualTo(143);
      assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
    }
  }

  private Process start(InMemoryFreightServer server, Broker broker) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            DispatchService.class.getName(),
            "--server.port=0",
            "--freight.base-url=" + server.baseUrl(),
            "--spring.datasource.url=jdbc:h2:" + folder.resolve("books") + ";WRITE_DELAY=0");
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    return process.start();
  }

  /** Reads what the process says until it names its port. */
  private static String portOf(Process process) throws IOException {
    BufferedReader log = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      said.append(line).append('\n');
      int at = line.indexOf("Tomcat started on port ");
      if (at >= 0) return line.substring(at + 23).split(" ", 2)[0];
    }
    throw new AssertionError("the service ended:\n" + said);
  }

  private static String send(String port, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
