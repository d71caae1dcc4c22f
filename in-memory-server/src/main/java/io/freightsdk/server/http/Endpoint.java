package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A method and a path template such as {@code /v1/agent/loads/{loadNumber}}, and who answers it.
 *
 * @param answersHead whether HEAD is answered as GET, without its body
 * @param inJournal false for the test control, whose calls would hide the requests under test
 */
public record Endpoint(
    String method, List<String> template, Handler handler, boolean inJournal, boolean answersHead) {
  public static Endpoint of(String method, String template, Handler handler) {
    return new Endpoint(method, segments(template), handler, true, method.equals("GET"));
  }

  /** A page or a part of the test control: read by browsers, and compressed for them. */
  public static Endpoint unrecorded(String method, String template, Handler handler) {
    Handler compressed = call -> handler.handle(call).compressedFor(call.header("Accept-Encoding"));
    return new Endpoint(method, segments(template), compressed, false, method.equals("GET"));
  }

  Endpoint withHandler(Handler other) {
    return new Endpoint(method, template, other, inJournal, answersHead);
  }

  Endpoint withoutHead() {
    return new Endpoint(method, template, handler, inJournal, false);
  }

  boolean answers(String called) {
    return method.equals(called) || (answersHead && called.equals("HEAD"));
  }

  boolean fits(List<String> path) {
    if (path.size() != template.size()) return false;
    for (int i = 0; i < path.size(); i++) {
      if (!isParameter(template.get(i)) && !template.get(i).equals(path.get(i))) return false;
    }
    return true;
  }

  /** The parameters of a path that fits. */
  Map<String, String> parameters(List<String> path) {
    Map<String, String> parameters = Map.of();
    for (int i = 0; i < path.size(); i++) {
      String name = template.get(i);
      if (!isParameter(name)) continue;
      if (parameters.isEmpty()) parameters = new LinkedHashMap<>();
      parameters.put(name.substring(1, name.length() - 1), path.get(i));
    }
    return parameters;
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }

  /** The segments of a path: {@code /a/b} has two, {@code /a/} has two, the last one empty. */
  static List<String> segments(String path) {
    List<String> segments = new ArrayList<>(6);
    int from = 1;
    for (int end = path.indexOf('/', from); end >= 0; end = path.indexOf('/', from)) {
      segments.add(path.substring(from, end));
      from = end + 1;
    }
    segments.add(path.substring(from));
    return segments;
  }

  /**
   * Answers one call. Refusals are thrown as {@code RefusedException} and rendered by the error
   * table.
   */
  @FunctionalInterface
  public interface Handler {
    Response handle(Call call) throws IOException;
  }
}
