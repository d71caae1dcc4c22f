package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The target of a request line (RFC 9112, section 3.2).
 *
 * @param authority host and port of the absolute form; null in every other form
 * @param path as it was sent, with its escapes
 * @param query null without one
 */
record Target(@Nullable String authority, String path, @Nullable String query) {
  private static final String NOT_A_TARGET = "The request target is not a URI";
  private static final String FORBIDDEN = "\"<>\\^`{|}#";

  static Target read(String method, String text) throws MalformedRequest {
    checkCharacters(text);
    if (text.startsWith("/")) return of(null, text);
    if (text.equals("*") && method.equals("OPTIONS")) return new Target(null, text, null);
    String lower = text.toLowerCase(Locale.ROOT);
    int scheme = lower.startsWith("http://") ? 7 : lower.startsWith("https://") ? 8 : -1;
    if (scheme < 0) throw new MalformedRequest(400, NOT_A_TARGET);
    int end = scheme;
    while (end < text.length() && "/?".indexOf(text.charAt(end)) < 0) end++;
    String authority = text.substring(scheme, end);
    if (authority.isEmpty() || !isAuthority(authority)) {
      throw new MalformedRequest(400, NOT_A_TARGET);
    }
    String rest = text.substring(end);
    return of(authority, rest.startsWith("/") ? rest : "/" + rest);
  }

  private static Target of(@Nullable String authority, String text) throws MalformedRequest {
    int question = text.indexOf('?');
    String path = question < 0 ? text : text.substring(0, question);
    // Brackets are allowed in addresses only, but many clients send them unescaped in a query.
    boolean bracketed = path.indexOf('[') >= 0 || path.indexOf(']') >= 0;
    if (bracketed) throw new MalformedRequest(400, NOT_A_TARGET);
    return new Target(authority, path, question < 0 ? null : text.substring(question + 1));
  }

  /** Whether this is a host with or without a port, and nothing else. */
  static boolean isAuthority(String text) {
    int colon = text.lastIndexOf(':');
    boolean bracketed = text.startsWith("[");
    int hostEnd = bracketed ? text.indexOf(']') + 1 : colon < 0 ? text.length() : colon;
    if (bracketed && hostEnd == 0) return false;
    String port = text.substring(hostEnd);
    if (!port.isEmpty() && (port.charAt(0) != ':' || !isDigits(port, 1))) return false;
    for (int i = 0; i < hostEnd; i++) {
      char c = text.charAt(i);
      boolean inName =
          (c < 0x80 && Character.isLetterOrDigit(c)) || "-._~%!$&'()*+,;=".indexOf(c) >= 0;
      boolean inAddress = bracketed && "[]:".indexOf(c) >= 0;
      if (!inName && !inAddress) return false;
    }
    return true;
  }

  static boolean isDigits(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
    }
    return true;
  }

  private static void checkCharacters(String text) throws MalformedRequest {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean visible = c > ' ' && c < 0x7f && FORBIDDEN.indexOf(c) < 0;
      boolean escape = c != '%' || (isHex(text, i + 1) && isHex(text, i + 2));
      if (!visible || !escape) throw new MalformedRequest(400, NOT_A_TARGET);
    }
  }

  private static boolean isHex(String text, int i) {
    return i < text.length() && Character.digit(text.charAt(i), 16) >= 0;
  }
}
