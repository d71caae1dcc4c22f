package io.freightsdk.server.http;

import io.freightsdk.server.service.refusal.RefusedException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the route of a call, by its path and then by its method. Thread-safe. */
public final class Router {
  private final List<Endpoint> endpoints;
  private final Map<String, LazyEndpoints> branches = new HashMap<>();

  /** Only the endpoints in {@code branches} have paths that begin with their segments. */
  Router(List<Endpoint> endpoints, List<LazyEndpoints> branches) {
    this.endpoints = List.copyOf(endpoints);
    for (LazyEndpoints branch : branches) {
      branch.segments.forEach(segment -> this.branches.put(segment, branch));
    }
  }

  /**
   * Endpoints that most programs never call. They are created at the first call of such a path, so
   * that the JVM loads their classes only then.
   */
  public static final class LazyEndpoints {
    private final Set<String> segments;
    private final Supplier<List<Endpoint>> supplier;

    /** Protected by this object's monitor. Null before the first call. */
    private @Nullable List<Endpoint> endpoints;

    /** Endpoints whose paths begin with one of these segments. No other paths may do so. */
    public LazyEndpoints(Set<String> segments, Supplier<List<Endpoint>> maker) {
      this.segments = segments;
      this.supplier = maker;
    }

    private synchronized List<Endpoint> get() {
      if (endpoints == null) endpoints = List.copyOf(supplier.get());
      return endpoints;
    }
  }

  record Match(Endpoint endpoint, Map<String, String> parameters) {}

  /** The endpoint of a call. For an unknown path or method, it responds with the error. */
  Match resolve(String method, String rawPath) {
    String[] path = decodedSegments(rawPath);
    TreeSet<String> allowed = new TreeSet<>();
    for (Endpoint endpoint : candidates(path[0])) {
      if (!endpoint.matches(path)) continue;
      if (endpoint.accepts(method)) return new Match(endpoint, endpoint.parameters(path));
      allowed.add(endpoint.method());
      if (endpoint.acceptsHead()) allowed.add("HEAD");
    }
    RefusedException refusal =
        allowed.isEmpty()
            ? noSuchPath(path[0])
            : RefusedException.methodNotAllowed(String.join(", ", allowed));
    return new Match(Endpoint.of(method, "/", context -> JsonText.response(refusal)), Map.of());
  }

  /** The service has its own error for an unknown path. The control refers to its description. */
  private static RefusedException noSuchPath(String firstSegment) {
    return RefusedException.notFound(
        firstSegment.equals("__admin")
            ? "Not found; GET /__admin/openapi.yaml lists the paths of /__admin"
            : "Not found");
  }

  private List<Endpoint> candidates(String firstSegment) {
    LazyEndpoints branch = branches.get(firstSegment);
    return branch == null ? endpoints : branch.get();
  }

  private static String[] decodedSegments(String rawPath) {
    String[] segments = rawPath.substring(1).split("/", -1);
    if (rawPath.indexOf('%') < 0) return segments;
    for (int i = 0; i < segments.length; i++) {
      // Keeps a plus, which URLDecoder would turn into a space.
      String segment = segments[i].replace("+", "%2B");
      segments[i] = URLDecoder.decode(segment, StandardCharsets.UTF_8);
    }
    return segments;
  }
}
