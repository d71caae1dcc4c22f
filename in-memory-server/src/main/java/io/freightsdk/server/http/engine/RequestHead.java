package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request line and the header fields of one request (RFC 9112, sections 2 to 5). */
record RequestHead(String method, Target target, boolean isHttp11, HeaderFields fields) {
  private static final int MAX_HEADER_FIELDS = 200;

  /**
   * The characters of methods and field names (RFC 9110, section 5.6.2). A table, because a pattern
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
    in.allowLines();
    String line = in.readLine();
    // Some clients send an empty line after a body.
    if (line != null && line.isEmpty()) line = in.readLine();
    if (line == null) return null;
    int afterMethod = line.indexOf(' ');
    int afterTarget = line.indexOf(' ', afterMethod + 1);
    String version = line.substring(afterTarget + 1);
    boolean isWhole = afterTarget > 0 && version.indexOf(' ') < 0;
    if (!isWhole || !isToken(line, 0, afterMethod) || !isVersion(version)) {
      throw new MalformedRequest(400, "Not an HTTP/1.1 request line");
    }
    if (version.charAt(5) != '1') throw new MalformedRequest(505, "Only HTTP/1.1 is supported");
    // A later minor version is answered as HTTP/1.1.
    boolean isHttp11 = version.charAt(7) != '0';
    String method = line.substring(0, afterMethod);
    Target target = Target.read(method, line.substring(afterMethod + 1, afterTarget));
    RequestHead head = new RequestHead(method, target, isHttp11, readFields(in));
    head.checkHost();
    return head;
  }

  /** Whether the peer wants no further request on this connection. */
  boolean wantsClose() {
    return fields.lists("Connection", "close") || !(isHttp11 || wantsKeepAlive());
  }

  /** Whether an HTTP/1.0 client asks to keep the connection; the answer must then confirm it. */
  boolean wantsKeepAlive() {
    return !isHttp11 && fields.lists("Connection", "keep-alive");
  }

  private void checkHost() throws MalformedRequest {
    List<String> hosts = fields.all("Host");
    boolean oneTooMany = hosts.size() > 1;
    boolean missing = isHttp11 && hosts.isEmpty();
    if (missing || oneTooMany || !(hosts.isEmpty() || Target.isAuthority(hosts.get(0)))) {
      throw new MalformedRequest(400, "Exactly one valid Host header is needed");
    }
  }

  private static boolean isVersion(String text) {
    return text.length() == 8
        && text.startsWith("HTTP/")
        && Character.digit(text.charAt(5), 10) >= 0
        && text.charAt(6) == '.'
        && Character.digit(text.charAt(7), 10) >= 0;
  }

  /** The fields up to the empty line that ends them, of a head or of a body in chunks. */
  static HeaderFields readFields(TimedInput in) throws IOException {
    HeaderFields fields = new HeaderFields();
    while (true) {
      String line = in.readLine();
      if (line == null) throw new MalformedRequest(400, "The header ends too early");
      if (line.isEmpty()) return fields;
      if (fields.size() == MAX_HEADER_FIELDS) {
        throw new MalformedRequest(431, "Too many header fields");
      }
      int colon = line.indexOf(':');
      if (!isToken(line, 0, colon) || hasControls(line, colon)) {
        throw new MalformedRequest(400, "Malformed header field");
      }
      fields.add(line);
    }
  }

  /** Whether there is a control character other than a tab. */
  static boolean hasControls(String line, int from) {
    for (int i = from; i < line.length(); i++) {
      char c = line.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f) return true;
    }
    return false;
  }

  static boolean isToken(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c >= TOKEN.length || !TOKEN[c]) return false;
    }
    return from < to;
  }

  /** Bytes that are not an HTTP request; the message may be shown to the client. */
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

    /** The body of its answer. */
    byte[] body() {
      return ("{\"error\":\"" + getMessage() + "\"}").getBytes(StandardCharsets.US_ASCII);
    }
  }
}
