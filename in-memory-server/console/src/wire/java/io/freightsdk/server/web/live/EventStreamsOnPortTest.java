package io.freightsdk.server.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams on the real engine: many of them, and their end. */
@Timeout(180)
class EventStreamsOnPortTest {
  private static final int BOUND_MILLIS = 60_000;
  private static final RegionUpdate LARGE = new RegionUpdate("large", "x".repeat(30_000_000));

  private final EventStreams streams = new EventStreams(() -> Instant.EPOCH);
  private final AtomicReference<@Nullable RegionUpdate> state =
      new AtomicReference<>(new RegionUpdate("v1", "<p>one</p>\n<p>two</p>"));
  private final HttpEngine engine = HttpEngine.bind("127.0.0.1", 0);

  EventStreamsOnPortTest() {
    engine.serve(this::answer, () -> "");
  }

  private Response answer(Request request) {
    String known = request.rawQuery();
    boolean large = known.equals("large");
    EventStreams.Source source = new Looking(large ? () -> LARGE : state::get);
    String client = request.headers().first("X-Client");
    EventStreams.Stream stream =
        streams.open(
            client == null ? "me" : client,
            List.of(new EventStreams.Topic("page", large ? "" : known, source)));
    return stream == null
        ? Response.of(503, "text/plain", new byte[0])
        : Response.events(stream::writeTo);
  }

  private record Looking(Supplier<@Nullable RegionUpdate> source) implements EventStreams.Source {
    @Override
    public boolean hasChanged() {
      return true;
    }

    @Override
    public @Nullable RegionUpdate update() {
      return source.get();
    }
  }

  @AfterEach
  void stop() {
    streams.close();
    engine.stop();
  }

  @Test
  void twoHundredPagesAreServedBesideOneThatStopsReading() throws IOException {
    try (Socket stalled = new Socket(InetAddress.getLoopbackAddress(), engine.port())) {
      stalled
          .getOutputStream()
          .write(
              "GET /events?large HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(stalled.getInputStream().read()).isEqualTo('H');
      List<BufferedReader> open = new ArrayList<>();
      for (int i = 0; i < 200; i++) open.add(open("v1"));

      state.set(new RegionUpdate("v2", "small"));

      for (BufferedReader events : open) assertThat(nextEvent(events)).contains("id: page!v2");
      for (BufferedReader events : open) events.close();
    }
  }

  @Test
  void closingEndsStreamsAndRefusesMore() throws IOException {
    BufferedReader events = open("v0");
    assertThat(nextEvent(events)).contains("id: page!v1");

    streams.close();

    assertThat(nextEvent(events)).isEmpty();
    assertThat(status("me")).isEqualTo(503);
  }

  @Test
  void theNumberOfStreamsIsBoundedAndNobodyTakesThemAll() throws IOException {
    List<BufferedReader> open = new ArrayList<>();
    for (int i = 0; i < EventStreams.MOST_STREAMS; i++) {
      BufferedReader events = open("v0");
      assertThat(nextEvent(events)).contains("id: page!v1");
      open.add(events);
    }
    assertThat(status("me")).isEqualTo(503);

    BufferedReader other = openAs("somebody else");
    assertThat(nextEvent(other)).contains("id: page!v1");
    assertThat(nextEvent(open.get(0))).contains("event: busy");
    assertThat(nextEvent(open.get(0))).isEmpty();
    state.set(new RegionUpdate("v2", "still there"));
    assertThat(nextEvent(open.get(1))).contains("id: page!v2");
    for (BufferedReader events : open) events.close();
    other.close();
  }

  private URI address(String known) {
    return URI.create("http://127.0.0.1:" + engine.port() + "/events?" + known);
  }

  private BufferedReader openAs(String client) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address("v0").toURL().openConnection();
    connection.setRequestProperty("X-Client", client);
    return reader(connection);
  }

  private BufferedReader open(String known) throws IOException {
    return reader((HttpURLConnection) address(known).toURL().openConnection());
  }

  private static BufferedReader reader(HttpURLConnection connection) throws IOException {
    connection.setReadTimeout(BOUND_MILLIS);
    return new BufferedReader(
        new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }

  private int status(String client) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address("v0").toURL().openConnection();
    connection.setRequestProperty("X-Client", client);
    connection.setReadTimeout(BOUND_MILLIS);
    int status = connection.getResponseCode();
    connection.disconnect();
    return status;
  }

  /**
   * The lines of the next event but the reconnection hint and the beats; empty at the end of the
   * stream.
   */
  private static List<String> nextEvent(BufferedReader events) {
    List<String> lines = new ArrayList<>();
    try {
      for (String line = events.readLine(); line != null; line = events.readLine()) {
        if (line.startsWith("retry:")) continue;
        if (line.isEmpty() && lines.contains("event: beat")) lines.clear();
        if (line.isEmpty() && !lines.isEmpty()) return lines;
        if (!line.isEmpty()) lines.add(line);
      }
    } catch (IOException cutOff) {
      return List.of();
    }
    return lines;
  }
}
