package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Writes the response to one request: whole, or spoilt as its delivery says. Confined to the thread
 * of its connection.
 */
final class ResponseWriter {
  private static final int NO_HTTP_BYTES = 256;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final byte[] LINE_END = {'\r', '\n'};

  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(201, "Created"),
          Map.entry(204, "No Content"),
          Map.entry(302, "Found"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(402, "Payment Required"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(408, "Request Timeout"),
          Map.entry(409, "Conflict"),
          Map.entry(410, "Gone"),
          Map.entry(413, "Content Too Large"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(422, "Unprocessable Content"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(501, "Not Implemented"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"),
          Map.entry(505, "HTTP Version Not Supported"));

  private final TimedOutput out;
  private final boolean toHead;
  private final boolean keepAlive;
  private final Request request;
  private boolean last;
  private boolean complete;

  ResponseWriter(Request request, TimedOutput out) {
    this.request = request;
    this.out = out;
    this.toHead = request.method().equals("HEAD");
    this.keepAlive = request.head().wantsKeepAlive();
    this.last = request.head().wantsClose();
  }

  /**
   * Writes a response.
   *
   * @throws IOException also when its delivery says that the connection is to end
   */
  void write(Response response) throws IOException {
    switch (response.delivery()) {
      case NONE -> throw new IOException("closed by a fault");
      case RESET -> {
        request.reset();
        throw new IOException("reset by a fault");
      }
      case NO_HTTP -> {
        out.write(noHttp(response));
        out.flush();
        throw new IOException("spoilt by a fault");
      }
      default -> {}
    }
    int length = response.body().length;
    switch (response.delivery()) {
      case TRUNCATED -> {
        // To close with unread bytes would reset the connection, and nothing would arrive.
        request.skipBody();
        out.write(response.body(), 0, Math.min(length / 2, sendHead(response, length)));
        out.flush();
        throw new IOException("cut off by a fault");
      }
      default -> {
        if (sendHead(response, length) > 0) out.write(response.body());
        out.flush();
      }
    }
    complete = true;
  }

  /** The same for the same response, so that a test can be repeated. */
  static byte[] noHttp(Response response) {
    byte[] bytes = new byte[NO_HTTP_BYTES];
    new Random(response.body().length).nextBytes(bytes);
    // The first byte of a response is an H.
    bytes[0] = 0;
    return bytes;
  }

  /**
   * Whether another request may follow on the connection. What is left of the body is read only
   * now: who is refused by the head of a request learns it at once.
   */
  boolean isReusable() throws IOException {
    if (!complete || last) return false;
    try {
      request.skipBody();
    } catch (MalformedRequest answered) {
      return false;
    }
    return request.isRead();
  }

  static String reason(int status) {
    String reason = REASONS.get(status);
    return reason == null ? "Status " + status : reason;
  }

  /** How much of the body is to follow. */
  private int sendHead(Response response, int length) throws IOException {
    boolean none = neverHasBody(response);
    begin(response, none ? null : "Content-Length", Integer.toString(length));
    return none || toHead ? 0 : length;
  }

  static boolean hasBody(Request request, Response response) {
    return !neverHasBody(response) && !request.method().equals("HEAD");
  }

  private static boolean neverHasBody(Response response) {
    return response.status() == NO_CONTENT || response.status() == NOT_MODIFIED;
  }

  /** Writes the head, in which one field says how the body is framed. */
  private void begin(Response response, @Nullable String framing, String value) throws IOException {
    last |= !request.isWorthReading();
    out.text("HTTP/1.1 ");
    out.text(Integer.toString(response.status()));
    out.text(" ");
    out.text(reason(response.status()));
    for (Map.Entry<String, String> header : response.headers().entrySet()) {
      field(header.getKey(), header.getValue());
    }
    if (framing != null) field(framing, value);
    if (last) field("Connection", "close");
    else if (keepAlive) field("Connection", "keep-alive");
    out.write(LINE_END);
    out.write(LINE_END);
  }

  private void field(String name, String value) throws IOException {
    out.write(LINE_END);
    out.text(name);
    out.text(": ");
    out.text(value);
  }
}
