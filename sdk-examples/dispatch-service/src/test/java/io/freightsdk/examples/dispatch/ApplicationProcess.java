package io.freightsdk.examples.dispatch;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service in a JVM of its own, with the test's class path. It ends when the test's JVM ends,
 * even if that crashes.
 */
final class ApplicationProcess implements AutoCloseable {
  private static final String STARTED = "freight-test: started on port ";

  /** So many lines of the log are told of an application that does not answer. */
  private static final int LAST_LINES = 40;

  private final Process process;
  private final String port;
  private final Queue<String> lastLines;
  private final HttpClient http = HttpClient.newHttpClient();

  private ApplicationProcess(Process process, String port, Queue<String> lastLines) {
    this.process = process;
    this.port = port;
    this.lastLines = lastLines;
  }

  /** Starts the service on a free port, and waits until it has started. */
  static ApplicationProcess start(
      InMemoryFreightServer server, Broker broker, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("--server.port=0");
    command.addAll(List.of(arguments));
    ProcessBuilder start = new ProcessBuilder(command).redirectErrorStream(true);
    start
        .environment()
        .putAll(
            Map.of("FREIGHT_BASE_URL", server.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey()));
    try {
      Process process = start.start();
      Queue<String> lastLines = new ConcurrentLinkedQueue<>();
      return new ApplicationProcess(process, portOf(process, lastLines), lastLines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String portOf(Process process, Queue<String> lastLines) throws IOException {
    BufferedReader log = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      if (line.startsWith(STARTED)) {
        // The log must be read, because a full pipe would block the application.
        Thread reader =
            new Thread(() -> log.lines().forEach(next -> keep(next, lastLines)), "application log");
        reader.setDaemon(true);
        reader.start();
        return line.substring(STARTED.length());
      }
      said.append(line).append('\n');
    }
    throw new IllegalStateException(
        "the application ended before it had started; its log:\n" + said);
  }

  private static void keep(String line, Queue<String> lastLines) {
    lastLines.add(line);
    if (lastLines.size() > LAST_LINES) lastLines.remove();
  }

  HttpResponse<String> send(String method, String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException("%s %s: no answer, %s".formatted(method, path, state()), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private String state() {
    String is =
        process.isAlive()
            ? "though the application runs"
            : "because the application ended with exit code " + process.exitValue();
    return is + "; the end of its log:\n" + String.join("\n", lastLines);
  }

  /** Kills the process, as {@code kill -9} does. */
  void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  /** Stops the process with SIGTERM, waits until it has ended, and returns its exit code. */
  int stop() {
    // Not Process.destroy(), which also closes its input, and that would end it at once.
    process.toHandle().destroy();
    return process.onExit().join().exitValue();
  }

  @Override
  public void close() {
    kill();
  }

  /** The main class of the other JVM. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      Thread orphan = new Thread(Main::endWithTheTest, "end with the test");
      orphan.setDaemon(true);
      orphan.start();
      ConfigurableApplicationContext context = SpringApplication.run(DispatchService.class, args);
      System.out.println(STARTED + context.getEnvironment().getProperty("local.server.port"));
    }

    private static void endWithTheTest() {
      try {
        while (System.in.read() >= 0) {}
      } catch (IOException closed) {
        // The same as the end of the stream.
      }
      Runtime.getRuntime().halt(1);
    }
  }
}
