package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The request line and the header fields of one request.
 *
 * @param path as it was sent, with its escapes
 * @param query null without one
 */
record RequestHead(
    String method, String path, @Nullable String query, boolean isHttp11, HeaderFields fields) {

  /** Reads the next head. Returns null if the client has closed the connection before it. */
  static @Nullable RequestHead read(LineInput in) throws IOException {
    in.startHeader();
    String line = in.readLine();
    // Some clients send an empty line after a body.
    if (line != null && line.isEmpty()) line = in.readLine();
    if (line == null) return null;
    String[] parts = line.split(" ", -1);
    if (parts.length != 3 || parts[0].isEmpty() || !parts[2].startsWith("HTTP/")) {
      throw new MalformedRequest(400, "Not an HTTP/1.1 request line");
    }
    // Proxies send HTTP/1.0. A client that speaks HTTP/2 without TLS starts with a line for HTTP/2.
    boolean isHttp11 = parts[2].equals("HTTP/1.1");
    if (!isHttp11 && !parts[2].equals("HTTP/1.0")) {
      throw new MalformedRequest(505, "Only HTTP/1.1 is supported");
    }
    String target = parts[1];
    if (!isPath(target)) throw new MalformedRequest(400, "The request target is not a path");
    int question = target.indexOf('?');
    String path = question < 0 ? target : target.substring(0, question);
    String query = question < 0 ? null : target.substring(question + 1);
    return new RequestHead(parts[0], path, query, isHttp11, readFields(in));
  }

  /** Whether this is the last request of its connection, as always in HTTP/1.0. */
  boolean wantsClose() {
    return !isHttp11 || fields.contains("Connection", "close");
  }

  /** Reads the fields up to an empty line, in a head or after a body in chunks. */
  static HeaderFields readFields(LineInput in) throws IOException {
    HeaderFields fields = new HeaderFields();
    while (true) {
      String line = in.readLine();
      if (line == null) throw new MalformedRequest(400, "The header ends too early");
      if (line.isEmpty()) return fields;
      if (line.indexOf(':') <= 0) throw new MalformedRequest(400, "Malformed header field");
      fields.add(line);
    }
  }

  /** Whether a target starts with a slash, and has only visible ASCII and complete escapes. */
  private static boolean isPath(String target) {
    if (!target.startsWith("/")) return false;
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      boolean isWhole = c != '%' || (isHex(target, i + 1) && isHex(target, i + 2));
      if (c <= ' ' || c >= 0x7f || !isWhole) return false;
    }
    return true;
  }

  private static boolean isHex(String text, int i) {
    return i < text.length() && Character.digit(text.charAt(i), 16) >= 0;
  }

  /**
   * Thrown for a malformed head or a malformed framing of a body, with the status of the response.
   * Its message is for the client.
   */
  static final class MalformedRequest extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    MalformedRequest(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }

    /** The body of the response. */
    byte[] body() {
      return ("{\"error\":\"" + getMessage() + "\"}").getBytes(StandardCharsets.US_ASCII);
    }
  }
}
