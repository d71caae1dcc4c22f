package io.freightsdk.server.http.engine;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The request line and the header fields of one request. */
record RequestHead(String method, URI target, boolean isHttp11, Headers headers) {
  private static final int MAX_LINE_BYTES = 16 << 10;
  private static final int MAX_HEADER_FIELDS = 200;

  /**
   * What methods and field names are made of (RFC 9110, section 5.6.2). A table, because a pattern
   * would be compiled for every field of every request.
   */
  private static final boolean[] TOKEN = new boolean[128];

  static {
    for (char c = '0'; c <= '9'; c++) TOKEN[c] = true;
    for (char c = 'A'; c <= 'Z'; c++) TOKEN[c] = true;
    for (char c = 'a'; c <= 'z'; c++) TOKEN[c] = true;
    for (char c : "!#$%&'*+-.^_`|~".toCharArray()) TOKEN[c] = true;
  }

  /** The next head; null when the peer closed in between requests. */
  static @Nullable RequestHead read(TimedInput in) throws IOException {
    String line = readLine(in);
    // Robust peers may send an empty line after a body.
    if (line != null && line.isEmpty()) line = readLine(in);
    if (line == null) return null;
    String[] parts = line.split(" ", -1);
    boolean complete = parts.length == 3 && isToken(parts[0]);
    boolean isHttp11 = complete && parts[2].equals("HTTP/1.1");
    boolean isHttp10 = complete && parts[2].equals("HTTP/1.0");
    if (!isHttp11 && !isHttp10) {
      throw new MalformedRequest(400, "Not an HTTP/1.1 request line");
    }
    URI target = uri(parts[1]);
    return new RequestHead(parts[0], target, isHttp11, readHeaders(in));
  }

  /** Whether the peer wants no further request on this connection. */
  boolean wantsClose() {
    String connection = headers.getFirst("Connection");
    boolean keeps = connection != null && connection.equalsIgnoreCase("keep-alive");
    boolean closes = connection != null && connection.toLowerCase(Locale.ROOT).contains("close");
    return closes || !(isHttp11 || keeps);
  }

  private static URI uri(String target) throws MalformedRequest {
    try {
      // A double slash in front would be read as a host.
      return target.startsWith("//") ? new URI("http://x" + target) : new URI(target);
    } catch (URISyntaxException e) {
      throw new MalformedRequest(400, "The request target is not a URI");
    }
  }

  private static Headers readHeaders(TimedInput in) throws IOException {
    Headers headers = new Headers();
    for (int fields = 0; ; fields++) {
      String line = readLine(in);
      if (line == null) throw new MalformedRequest(400, "The header ends too early");
      if (line.isEmpty()) return headers;
      if (fields == MAX_HEADER_FIELDS) throw new MalformedRequest(431, "Too many header fields");
      int colon = line.indexOf(':');
      if (colon < 1 || !isToken(line.substring(0, colon))) {
        throw new MalformedRequest(400, "Malformed header field");
      }
      headers.add(line.substring(0, colon), value(line.substring(colon + 1)));
    }
  }

  private static String value(String raw) throws MalformedRequest {
    String value = raw.strip();
    for (int i = 0; i < value.length(); i++) {
      boolean isControl = value.charAt(i) < ' ' && value.charAt(i) != '\t';
      if (isControl) throw new MalformedRequest(400, "Malformed header field");
    }
    return value;
  }

  private static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= TOKEN.length || !TOKEN[c]) return false;
    }
    return !text.isEmpty();
  }

  private static @Nullable String readLine(TimedInput in) throws IOException {
    byte[] line = new byte[128];
    int length = 0;
    int next;
    while ((next = in.read()) != '\n') {
      if (next < 0) {
        if (length == 0) return null;
        throw new MalformedRequest(400, "The header ends too early");
      }
      if (length == MAX_LINE_BYTES) throw new MalformedRequest(431, "A header line is too long");
      if (length == line.length) line = Arrays.copyOf(line, 4 * length);
      line[length++] = (byte) next;
    }
    if (length > 0 && line[length - 1] == '\r') length--;
    return new String(line, 0, length, StandardCharsets.ISO_8859_1);
  }

  /** The values of a field; none when it is absent. */
  List<String> values(String name) {
    List<String> values = headers.get(name);
    return values == null ? List.of() : values;
  }
}
