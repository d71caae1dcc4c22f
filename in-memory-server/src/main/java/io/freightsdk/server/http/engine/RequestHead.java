package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request line and the header fields of one request (RFC 9112, sections 2 to 5).
 *
 * @param host host and port that the client addresses; null when it names none (HTTP/1.0 only)
 * @param path as it was sent, with its escapes
 * @param query null without one
 */
record RequestHead(
    String method,
    @Nullable String host,
    String path,
    @Nullable String query,
    boolean isHttp11,
    HeaderFields fields) {
  private static final int MAX_HEADER_FIELDS = 200;
  private static final Pattern VERSION = Pattern.compile("HTTP/[0-9]\\.[0-9]");

  /** A host or an IPv6 address in brackets, with or without a port. */
  private static final Pattern HOST =
      Pattern.compile("([-._~%!$&'()*+,;=0-9A-Za-z]*|\\[[:.0-9A-Fa-f]+\\])(:[0-9]*)?");

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
  static @Nullable RequestHead read(RequestInput in) throws IOException {
    in.allowLines();
    String line = in.readLine();
    // Some clients send an empty line after a body.
    if (line != null && line.isEmpty()) line = in.readLine();
    if (line == null) return null;
    String[] parts = line.split(" ", -1);
    boolean isRequestLine =
        parts.length == 3
            && isToken(parts[0], 0, parts[0].length())
            && VERSION.matcher(parts[2]).matches();
    if (!isRequestLine) throw new MalformedRequest(400, "Not an HTTP/1.1 request line");
    String method = parts[0];
    String version = parts[2];
    if (version.charAt(5) != '1') throw new MalformedRequest(505, "Only HTTP/1.1 is supported");
    Target target = Target.of(parts[1]);
    // A later minor version is answered as HTTP/1.1.
    boolean isHttp11 = version.charAt(7) != '0';
    HeaderFields fields = readFields(in);
    String host = hostOf(fields, isHttp11);
    if (target.host != null) host = target.host;
    return new RequestHead(method, host, target.path, target.query, isHttp11, fields);
  }

  /** Whether no further request follows on this connection: HTTP/1.0 does not keep it. */
  boolean wantsClose() {
    return !isHttp11 || fields.lists("Connection", "close");
  }

  private static @Nullable String hostOf(HeaderFields fields, boolean isHttp11)
      throws MalformedRequest {
    List<String> hosts = fields.all("Host");
    boolean isValid =
        hosts.isEmpty() ? !isHttp11 : hosts.size() == 1 && HOST.matcher(hosts.get(0)).matches();
    if (!isValid) throw new MalformedRequest(400, "Exactly one valid Host header is needed");
    return hosts.isEmpty() ? null : hosts.get(0);
  }

  /** The fields up to the empty line that ends them, of a head or of a body in chunks. */
  static HeaderFields readFields(RequestInput in) throws IOException {
    HeaderFields fields = new HeaderFields();
    while (true) {
      String line = in.readLine();
      if (line == null) throw new MalformedRequest(400, "The header ends too early");
      if (line.isEmpty()) return fields;
      if (fields.size() == MAX_HEADER_FIELDS) {
        throw new MalformedRequest(431, "Too many header fields");
      }
      int colon = line.indexOf(':');
      if (!isToken(line, 0, colon)) throw new MalformedRequest(400, "Malformed header field");
      fields.add(line);
    }
  }

  private static boolean isToken(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c >= TOKEN.length || !TOKEN[c]) return false;
    }
    return from < to;
  }

  /**
   * What the request line asks for.
   *
   * @param host where a client says it, as to a proxy; null where the Host header counts
   */
  private record Target(@Nullable String host, String path, @Nullable String query) {
    private static final String NOT_IN_A_PATH = "\"<>\\^`{|}#";

    /** A host before the path (RFC 9112, section 3.2.2). */
    private static final Pattern ABSOLUTE =
        Pattern.compile("http://([^/?:][^/?]*)(.*)", Pattern.CASE_INSENSITIVE);

    static Target of(String text) throws MalformedRequest {
      if (text.startsWith("/")) return of(null, text);
      Matcher absolute = ABSOLUTE.matcher(text);
      if (!absolute.matches() || !HOST.matcher(absolute.group(1)).matches()) throw notAPath();
      String rest = absolute.group(2);
      return of(absolute.group(1), rest.startsWith("/") ? rest : "/" + rest);
    }

    private static Target of(@Nullable String host, String pathAndQuery) throws MalformedRequest {
      if (!isPath(pathAndQuery)) throw notAPath();
      int question = pathAndQuery.indexOf('?');
      return question < 0
          ? new Target(host, pathAndQuery, null)
          : new Target(
              host, pathAndQuery.substring(0, question), pathAndQuery.substring(question + 1));
    }

    private static MalformedRequest notAPath() {
      return new MalformedRequest(400, "The request target is not a path");
    }

    /** Visible characters that a URI may have, and whole escapes. */
    private static boolean isPath(String text) {
      boolean inQuery = false;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        inQuery |= c == '?';
        // Brackets are for addresses only, but many clients send them unescaped in a query.
        boolean isBracket = c == '[' || c == ']';
        boolean isVisible = c > ' ' && c < 0x7f && NOT_IN_A_PATH.indexOf(c) < 0;
        boolean isWhole = c != '%' || (isHex(text, i + 1) && isHex(text, i + 2));
        if (!isVisible || !isWhole || (isBracket && !inQuery)) return false;
      }
      return true;
    }

    private static boolean isHex(String text, int i) {
      return i < text.length() && Character.digit(text.charAt(i), 16) >= 0;
    }
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
