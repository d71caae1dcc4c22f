package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import io.freightsdk.server.http.engine.Response.Delivery;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** Writes responses, complete or corrupted as a planned fault requires. */
final class ResponseWriter {
  private static final int RANDOM_BYTES_COUNT = 256;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

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

  private ResponseWriter() {}

  /**
   * Writes the response to a request, head and body together, because each write is a packet that
   * wakes the client. Reads the rest of the request's body afterwards, so that a request that is
   * rejected by its head gets its response immediately.
   *
   * @return whether another request may follow on the connection
   * @throws IOException also if the delivery ends the connection
   */
  static boolean write(Request request, Response response, OutputStream out) throws IOException {
    switch (response.delivery()) {
      case CLOSED -> throw new IOException("closed by a fault");
      case RESET -> {
        request.reset();
        throw new IOException("reset by a fault");
      }
      case RANDOM_BYTES -> {
        out.write(randomBytes(response));
        throw new IOException("corrupted by a fault");
      }
      case TRUNCATED -> {
        // Closing with unread bytes would reset the connection, and nothing would arrive.
        request.skipBody();
        out.write(message(request, response));
        throw new IOException("truncated by a fault");
      }
      case WHOLE -> out.write(message(request, response));
    }
    return !closes(request) && hasEnded(request);
  }

  private static boolean closes(Request request) {
    return request.head().wantsClose() || !request.isSkippable();
  }

  private static boolean hasEnded(Request request) throws IOException {
    try {
      request.skipBody();
    } catch (MalformedRequest afterItsResponse) {
      return false;
    }
    return request.isBodyRead();
  }

  private static byte[] message(Request request, Response response) {
    StringBuilder head = new StringBuilder(512);
    statusLine(head, response.status());
    response.headers().forEach((name, value) -> field(head, name, value));
    if (!neverHasBody(response)) field(head, "Content-Length", "" + response.body().length);
    if (closes(request)) field(head, "Connection", "close");
    return message(head, bodyToSend(request, response));
  }

  /** The response to bytes that are not a request. */
  static byte[] rejection(MalformedRequest fault, String date) {
    byte[] body = fault.body();
    StringBuilder head = new StringBuilder(256);
    statusLine(head, fault.status());
    field(head, "Date", date);
    field(head, "Content-Type", "application/json");
    field(head, "Connection", "close");
    field(head, "Content-Length", "" + body.length);
    return message(head, body);
  }

  private static void statusLine(StringBuilder head, int status) {
    String reason = REASONS.getOrDefault(status, "Status " + status);
    head.append("HTTP/1.1 ").append(status).append(' ').append(reason).append("\r\n");
  }

  private static void field(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  private static byte[] message(StringBuilder head, byte[] body) {
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = Arrays.copyOf(first, first.length + body.length);
    System.arraycopy(body, 0, whole, first.length, body.length);
    return whole;
  }

  /** The part of the body that reaches the caller. */
  static byte[] bodyToSend(Request request, Response response) {
    byte[] body = response.body();
    boolean hasNone = neverHasBody(response) || request.method().equals("HEAD");
    if (hasNone) return new byte[0];
    return response.delivery() == Delivery.TRUNCATED ? Arrays.copyOf(body, body.length / 2) : body;
  }

  private static boolean neverHasBody(Response response) {
    return response.status() == NO_CONTENT || response.status() == NOT_MODIFIED;
  }

  /** Returns the same bytes for the same response, so that a test can be repeated. */
  static byte[] randomBytes(Response response) {
    byte[] bytes = new byte[RANDOM_BYTES_COUNT];
    new Random(response.body().length).nextBytes(bytes);
    // Never an H, with which every response starts.
    bytes[0] = 0;
    return bytes;
  }
}
