package io.freightsdk.server.web.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventStreamsTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  private static final RegionUpdate LARGE = new RegionUpdate("large", "x".repeat(30_000_000), true);

  private final EventStreams streams =
      new EventStreams(Duration.ofMillis(50), Duration.ofMillis(500));
  private final AtomicReference<@Nullable RegionUpdate> state =
      new AtomicReference<>(new RegionUpdate("v1", "<p>one</p>\n<p>two</p>", true));
  // One worker: a stream that kept it would leave the next request without an answer.
  private final ExecutorService worker = Executors.newSingleThreadExecutor();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(worker);
    server.createContext(
        "/events",
        exchange -> {
          String known = exchange.getRequestURI().getQuery();
          boolean large = known.equals("large");
          if (!streams.open(
              exchange, known.replace("large", ""), large ? () -> LARGE : state::get)) {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    streams.close();
    server.stop(0);
    worker.shutdownNow();
  }

  @Test
  void whatThePageDoesNotKnowIsSentAtOnce() throws IOException {
    try (BufferedReader events = open("v0")) {
      assertThat(nextEvent(events))
          .containsExactly("event: update", "id: v1", "data: <p>one</p>", "data: <p>two</p>");
    }
  }

  @Test
  void onlyChangesAreSent() throws IOException {
    try (BufferedReader events = open("v1")) {
      state.set(new RegionUpdate("v2", "new", true));
      assertThat(nextEvent(events)).containsExactly("event: update", "id: v2", "data: new");
    }
  }

  @Test
  void theLastUpdateEndsTheStream() throws IOException {
    try (BufferedReader events = open("v1")) {
      state.set(new RegionUpdate("v2", "delivered", false));
      assertThat(nextEvent(events)).contains("data: delivered");
      assertThat(nextEvent(events)).containsExactly("event: end", "data:");
      assertThat(nextEvent(events)).isEmpty();
    }
  }

  @Test
  void aSourceThatIsGoneEndsTheStream() throws IOException {
    try (BufferedReader events = open("v1")) {
      state.set(null);
      assertThat(nextEvent(events)).containsExactly("event: end", "data:");
    }
  }

  @Test
  void openStreamsHoldNoWorkerAndTheirNumberIsBounded() throws IOException {
    List<BufferedReader> open = new ArrayList<>();
    for (int i = 0; i < EventStreams.MOST_STREAMS; i++) open.add(open("v0"));
    for (BufferedReader events : open) assertThat(nextEvent(events)).contains("id: v1");

    assertThat(status()).isEqualTo(503);
    for (BufferedReader events : open) events.close();
  }

  @Test
  void closingEndsStreamsAndThreads() throws IOException {
    BufferedReader events = open("v0");
    assertThat(nextEvent(events)).contains("id: v1");

    streams.close();

    assertThat(nextEvent(events)).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.isAlive() && thread.getName().equals("freight-server-pages"));
    assertThat(status()).isEqualTo(503);
  }

  @Test
  void aReaderThatTakesNothingHoldsUpTheOthersOnlyForAWhile() throws IOException {
    try (Socket stalled =
        new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
      stalled
          .getOutputStream()
          .write(
              "GET /events?large HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(stalled.getInputStream().read()).isEqualTo('H');
      try (BufferedReader events = open("v1")) {
        state.set(new RegionUpdate("v2", "small", true));
        assertThat(assertTimeoutPreemptively(BOUND, () -> nextEvent(events))).contains("id: v2");
      }
    }
  }

  private BufferedReader open(String known) throws IOException {
    var connection =
        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/events?" + known)
            .toURL()
            .openConnection();
    connection.setReadTimeout((int) BOUND.toMillis() * 2);
    return new BufferedReader(
        new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }

  private int status() throws IOException {
    var connection =
        (java.net.HttpURLConnection)
            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/events?v0")
                .toURL()
                .openConnection();
    connection.setReadTimeout((int) BOUND.toMillis());
    int status = connection.getResponseCode();
    connection.disconnect();
    return status;
  }

  /** The lines of the next event but the reconnection hint; empty at the end of the stream. */
  private static List<String> nextEvent(BufferedReader events) {
    List<String> lines = new ArrayList<>();
    try {
      for (String line = events.readLine(); line != null; line = events.readLine()) {
        if (line.startsWith("retry:") || line.startsWith(":")) continue;
        if (line.isEmpty() && !lines.isEmpty()) return lines;
        if (!line.isEmpty()) lines.add(line);
      }
    } catch (IOException cutOff) {
      return List.of();
    }
    return lines;
  }
}
