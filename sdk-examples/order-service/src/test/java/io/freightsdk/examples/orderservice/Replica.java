package io.freightsdk.examples.orderservice;

import io.freightsdk.server.Broker;
import io.freightsdk.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service in a JVM of its own, with the test's class path, to be killed. It ends when the
 * test's JVM ends, even if that crashes.
 */
final class Replica implements AutoCloseable {
  private static final String STARTED = "replica started on port ";

  /** The number of log lines that are reported if a replica does not respond. */
  private static final int LAST_LINES = 60;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Queue<String> lastLines = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<String> port = new CompletableFuture<>();

  private Replica(Process process) {
    this.process = process;
    Thread reader = new Thread(this::readLog, "log of a replica");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts one on a free port, and waits until it has started. */
  static Replica start(Broker broker, List<String> properties) {
    List<String> command =
        ChildJvm.program(Main.class, "--server.port=0", "--freight.jobs.poll-interval=100ms");
    command.addAll(properties);
    ProcessBuilder start = new ProcessBuilder(command).redirectErrorStream(true);
    start.environment().put("FREIGHT_BASE_URL", broker.baseUrl());
    start.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    try {
      return new Replica(start.start()).awaitStart();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readLog() {
    try (BufferedReader log = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = log.readLine(); line != null; line = log.readLine()) {
        lastLines.add(line);
        if (lastLines.size() > LAST_LINES) lastLines.remove();
        if (line.startsWith(STARTED)) port.complete(line.substring(STARTED.length()));
      }
    } catch (IOException killed) {
      // The same as the end of its log.
    }
    port.completeExceptionally(new IOException("it ended before it had started"));
  }

  private Replica awaitStart() {
    try {
      port.join();
      return this;
    } catch (RuntimeException e) {
      throw new IllegalStateException(String.join("\n", lastLines), e);
    }
  }

  /**
   * Sends a request.
   *
   * @throws IOException if there is no response, for example because the replica was killed
   */
  HttpResponse<String> send(String method, String path, String json) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.join() + path))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofMinutes(1))
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Kills it, as {@code kill -9} does. */
  void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  /** Stops it with SIGTERM, waits until it has ended, and returns its exit code. */
  int stop() {
    // Not Process.destroy(), which also closes its input and would end it immediately.
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
      ConfigurableApplicationContext context =
          SpringApplication.from(OrderService::main).run(args).getApplicationContext();
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
