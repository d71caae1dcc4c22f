package io.freightsdk.mcp;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Server-sent events of MCP: one message each. */
final class EventStream {
  /**
   * A comment that prevents proxies from closing a silent stream, and shows whether the host is
   * still connected.
   */
  static final String HEARTBEAT = ": still here\n\n";

  private EventStream() {}

  static void begin(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, 0);
  }

  static String event(Map<String, ? extends @Nullable Object> message) {
    return "event: message\ndata: " + Json.write(message) + "\n\n";
  }
}
