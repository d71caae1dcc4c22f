package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** Whether a path with these decoded segments matches the template. */
  boolean matches(String[] path) {
    if (path.length != template.size()) return false;
    for (int i = 0; i < path.length; i++) {
      String wanted = template.get(i);
      if (!isParameter(wanted) && !wanted.equals(path[i])) return false;
    }
    return true;
  }

  /** The parameters of a path that matches the template. */
  Map<String, String> parameters(String[] path) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 0; i < path.length; i++) {
      String name = template.get(i);
      if (isParameter(name)) parameters.put(name.substring(1, name.length() - 1), path[i]);
    }
    return parameters;
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{");
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
