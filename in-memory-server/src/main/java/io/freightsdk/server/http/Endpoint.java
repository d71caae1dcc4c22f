package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A method, a path template such as {@code /v1/agent/loads/{loadNumber}}, and their handler.
 *
 * @param recorded whether calls are in the journal; false for the test control, whose calls would
 *     hide the requests under test
 * @param acceptsHead whether HEAD gets the response of GET, without its body
 */
public record Endpoint(
    String method, List<String> template, Handler handler, boolean recorded, boolean acceptsHead) {
  public static Endpoint of(String method, String template, Handler handler) {
    return new Endpoint(method, segments(template), handler, true, method.equals("GET"));
  }

  /** An endpoint of a page or of the test control. */
  public static Endpoint unrecorded(String method, String template, Handler handler) {
    return new Endpoint(method, segments(template), handler, false, method.equals("GET"));
  }

  Endpoint withHandler(Handler other) {
    return new Endpoint(method, template, other, recorded, acceptsHead);
  }

  Endpoint withoutHead() {
    return new Endpoint(method, template, handler, recorded, false);
  }

  boolean accepts(String called) {
    return method.equals(called) || (acceptsHead && called.equals("HEAD"));
  }

  /** The parameters of a path that matches the template; null for any other path. */
  @Nullable Map<String, String> match(String rawPath) {
    Map<String, String> parameters = Map.of();
    int from = 1;
    for (int i = 0; i < template.size(); i++) {
      int slash = rawPath.indexOf('/', from);
      boolean isLast = i == template.size() - 1;
      if (isLast != slash < 0) return null;
      int end = isLast ? rawPath.length() : slash;
      String wanted = template.get(i);
      if (wanted.startsWith("{")) {
        if (parameters.isEmpty()) parameters = new LinkedHashMap<>();
        String name = wanted.substring(1, wanted.length() - 1);
        parameters.put(name, decoded(rawPath.substring(from, end)));
      } else if (!matchesSegment(wanted, rawPath, from, end)) {
        return null;
      }
      from = end + 1;
    }
    return parameters;
  }

  private static boolean matchesSegment(String wanted, String rawPath, int from, int end) {
    boolean isPlain = rawPath.indexOf('%') < 0;
    return isPlain
        ? end - from == wanted.length() && rawPath.startsWith(wanted, from)
        : decoded(rawPath.substring(from, end)).equals(wanted);
  }

  /** Keeps a plus, which URLDecoder would turn into a space. */
  static String decoded(String segment) {
    return segment.indexOf('%') < 0
        ? segment
        : URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /**
   * The segments of a template. {@code /a/b} has two. {@code /a/} also has two: the last is empty.
   */
  private static List<String> segments(String template) {
    return List.of(template.substring(1).split("/", -1));
  }

  /**
   * Responds to a call. Throws {@code RefusedException} for a refusal, whose response is in the
   * error table.
   */
  @FunctionalInterface
  public interface Handler {
    Response handle(RequestContext context) throws IOException;
  }
}
