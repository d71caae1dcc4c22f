package io.freightsdk.server.web.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One page's open connection, written to and closed by one thread. */
final class EventStream {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final int RECONNECT_MILLIS = 2_000;

  private final HttpExchange exchange;
  private final OutputStream out;
  private final Supplier<@Nullable RegionUpdate> source;
  private String known;
  private long lastWriteNanos;
  private volatile long writingSinceNanos;
  private volatile boolean writing;

  private EventStream(
      HttpExchange exchange, String known, Supplier<@Nullable RegionUpdate> source) {
    this.exchange = exchange;
    this.out = exchange.getResponseBody();
    this.known = known;
    this.source = source;
    this.lastWriteNanos = System.nanoTime();
  }

  static EventStream start(
      HttpExchange exchange, String known, Supplier<@Nullable RegionUpdate> source)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "text/event-stream; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("X-Accel-Buffering", "no");
    exchange.sendResponseHeaders(200, 0);
    EventStream stream = new EventStream(exchange, known, source);
    stream.write("retry: " + RECONNECT_MILLIS + "\n\n");
    return stream;
  }

  /** Sends what changed since the last time; false when the stream is over. */
  boolean sendChanges() {
    try {
      RegionUpdate update = source.get();
      if (update == null) {
        write("event: end\ndata:\n\n");
        return false;
      }
      if (!update.version().equals(known)) {
        write(event(update));
        known = update.version();
      } else if (System.nanoTime() - lastWriteNanos > HEARTBEAT.toNanos()) {
        write(":\n\n");
      }
      if (!update.more()) write("event: end\ndata:\n\n");
      return update.more();
    } catch (IOException | RuntimeException goneOrBroken) {
      // The page asks again by itself, and sees in the answer what is wrong.
      return false;
    }
  }

  boolean hasStalledFor(Duration limit) {
    return writing && System.nanoTime() - writingSinceNanos > limit.toNanos();
  }

  /** Says so to the reader, which may take as long as any write. */
  void close() {
    begin();
    exchange.close();
    writing = false;
  }

  private static String event(RegionUpdate update) {
    String data = update.markup().replace("\r", "").replace("\n", "\ndata: ");
    return "event: update\nid: " + update.version() + "\ndata: " + data + "\n\n";
  }

  private void write(String text) throws IOException {
    begin();
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    writing = false;
    lastWriteNanos = System.nanoTime();
  }

  private void begin() {
    writingSinceNanos = System.nanoTime();
    writing = true;
  }
}
