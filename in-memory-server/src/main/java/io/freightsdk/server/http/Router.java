package io.freightsdk.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Finds the route of a call: by path first, then by method. Immutable. */
final class Router {
  private final List<Route> routes;

  Router(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  /** Where a call goes. */
  sealed interface Match {
    /** To this route. */
    record Found(Route route, Map<String, String> parameters) implements Match {}

    /** The path exists, for other methods. */
    record OtherMethods(String allow) implements Match {}

    /** No such path. */
    record Nowhere() implements Match {}
  }

  Match find(String method, String rawPath) {
    List<String> path = decode(rawPath);
    TreeSet<String> allowed = new TreeSet<>();
    for (Route route : routes) {
      Map<String, String> parameters = route.match(path);
      if (parameters == null) continue;
      if (route.method().equals(method)) return new Match.Found(route, parameters);
      allowed.add(route.method());
    }
    return allowed.isEmpty()
        ? new Match.Nowhere()
        : new Match.OtherMethods(String.join(", ", allowed));
  }

  private static List<String> decode(String rawPath) {
    if (!rawPath.startsWith("/")) return List.of();
    List<String> decoded = new ArrayList<>();
    for (String segment : Route.segments(rawPath)) {
      // A plus is itself in a path; only URLDecoder takes it for a space.
      boolean plain = segment.indexOf('%') < 0;
      decoded.add(
          plain ? segment : URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
    }
    return decoded;
  }
}
