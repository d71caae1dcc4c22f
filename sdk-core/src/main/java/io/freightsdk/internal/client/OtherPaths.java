package io.freightsdk.internal.client;

import io.freightsdk.HttpMethod;
import io.freightsdk.model.Operation;
import java.util.List;
import java.util.Locale;
import okhttp3.HttpUrl;

/**
 * Where a call by its path goes: below the base URL, and to no known operation, whose rules of
 * money it would escape.
 */
final class OtherPaths {
  private OtherPaths() {}

  /**
   * @param path such as {@code /v1/agent/loads?status=PLANNED}, encoded as in a URL
   * @throws IllegalArgumentException when it leaves the base URL, or is a known operation's
   */
  static HttpUrl resolve(HttpUrl base, HttpMethod method, String path) {
    int query = path.indexOf('?');
    String segments = query < 0 ? path : path.substring(0, query);
    boolean absolute = segments.startsWith("/") && segments.length() > 1;
    boolean strange = path.chars().anyMatch(c -> c <= ' ' || c > '~' || c == '\\' || c == '#');
    if (!absolute || strange) {
      throw refused("begins with a slash and is encoded as in a URL, without a fragment");
    }
    HttpUrl.Builder url = base.newBuilder().addEncodedPathSegments(segments.substring(1));
    if (query >= 0) url.encodedQuery(path.substring(query + 1));
    HttpUrl made = url.build();

    int asked = segments.split("/", -1).length - 1;
    // A URL drops what is "." and "..", however it is encoded; servers drop what is empty.
    boolean whole = made.pathSize() == taken(base) + asked;
    List<String> parts =
        whole ? made.pathSegments().subList(taken(base), made.pathSize()) : List.of("");
    if (parts.stream().anyMatch(OtherPaths::isMoving)) {
      throw refused("has no empty, \".\" or \"..\" segment and no slash within one");
    }
    for (Operation known : Operation.values()) {
      if (known != Operation.OTHER && isOf(known, method, parts)) {
        throw new IllegalArgumentException(
            "path: " + method + " " + known.path() + " is a known operation; call " + known.id());
      }
    }
    return made;
  }

  /** How many segments of a URL below the base are the base's own. */
  private static int taken(HttpUrl base) {
    List<String> own = base.pathSegments();
    return own.get(own.size() - 1).isEmpty() ? own.size() - 1 : own.size();
  }

  private static boolean isMoving(String segment) {
    return segment.isEmpty() || segment.contains("/") || segment.contains("\\");
  }

  /** As a tolerant server would read it: without parameters of segments, in any case. */
  private static boolean isOf(Operation known, HttpMethod method, List<String> parts) {
    String[] named = known.path().substring(1).split("/", -1);
    if (!known.method().equals(method.name()) || named.length != parts.size()) return false;
    for (int i = 0; i < named.length; i++) {
      String part = parts.get(i).split(";", -1)[0].strip().toLowerCase(Locale.ROOT);
      boolean placeholder = named[i].startsWith("{");
      if (!placeholder && !named[i].equals(part)) return false;
    }
    return true;
  }

  private static IllegalArgumentException refused(String rule) {
    return new IllegalArgumentException("path: expected one that " + rule);
  }
}
