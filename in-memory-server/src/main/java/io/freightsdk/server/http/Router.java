package io.freightsdk.server.http;

import io.freightsdk.server.service.refusal.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the route of a call: by path first, then by method. Safe for several threads. */
final class Router {
  /** To {@code OPTIONS *}, the one request that is about the server itself. */
  private static final Answer SERVER =
      Answer.of(200, "text/plain", new byte[0])
          .withHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");

  private final List<Route> routes;
  private final Branch branch;
  private volatile @Nullable List<Route> branchRoutes;

  /** The routes of {@code branch}, and no others, begin with its segment. */
  Router(List<Route> routes, Branch branch) {
    this.routes = List.copyOf(routes);
    this.branch = branch;
  }

  /**
   * Routes that most programs never call. They are created at the first call that may be for one of
   * them, because the JVM creates a class for each handler while the first caller waits.
   *
   * @param segment the first of their paths
   */
  record Branch(String segment, Supplier<List<Route>> routes) {}

  /** Where a call goes: a path that does not exist, or not for its method, is refused there. */
  record Match(Route route, Map<String, String> parameters) {}

  Match find(String method, String rawPath) {
    if (rawPath.equals("*")) return new Match(Route.of(method, "/", call -> SERVER), Map.of());
    List<String> path = decode(rawPath);
    TreeSet<String> allowed = new TreeSet<>();
    for (Route route : candidates(path)) {
      Map<String, String> parameters = route.match(path);
      if (parameters == null) continue;
      if (route.answers(method)) return new Match(route, parameters);
      allowed.add(route.method());
      if (route.answersHead()) allowed.add("HEAD");
    }
    Refusal refusal =
        allowed.isEmpty()
            ? new Refusal.NoSuchPath()
            : new Refusal.MethodNotAllowed(String.join(", ", allowed));
    return new Match(Route.of(method, "/", call -> ErrorTable.answer(refusal)), Map.of());
  }

  private List<Route> candidates(List<String> path) {
    if (path.isEmpty() || !path.get(0).equals(branch.segment())) return routes;
    List<Route> made = branchRoutes;
    if (made == null) {
      // Two threads at once create the same routes twice, which does no harm.
      made = List.copyOf(branch.routes().get());
      branchRoutes = made;
    }
    return made;
  }

  private static List<String> decode(String rawPath) {
    if (!rawPath.startsWith("/")) return List.of();
    List<String> decoded = new ArrayList<>();
    for (String segment : Route.segments(rawPath)) {
      // In a path a plus is a plus; only URLDecoder reads it as a space.
      boolean plain = segment.indexOf('%') < 0;
      decoded.add(
          plain ? segment : URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
    }
    return decoded;
  }
}
