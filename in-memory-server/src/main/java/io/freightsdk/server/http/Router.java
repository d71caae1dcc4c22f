package io.freightsdk.server.http;

import io.freightsdk.server.service.refusal.RefusedException;
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
    private volatile @Nullable List<Endpoint> endpoints;

    /** Endpoints whose paths begin with one of these segments. No other paths may do so. */
    public LazyEndpoints(Set<String> segments, Supplier<List<Endpoint>> maker) {
      this.segments = segments;
      this.supplier = maker;
    }

    private synchronized List<Endpoint> get() {
      List<Endpoint> made = endpoints;
      if (made == null) {
        made = List.copyOf(supplier.get());
        endpoints = made;
      }
      return made;
    }
  }

  /** The endpoint of a call. For an unknown path or method, it responds with the error. */
  record Match(Endpoint endpoint, Map<String, String> parameters) {}

  Match find(String method, String rawPath) {
    List<Endpoint> candidates = candidates(rawPath);
    for (Endpoint endpoint : candidates) {
      if (!endpoint.accepts(method)) continue;
      Map<String, String> parameters = endpoint.match(rawPath);
      if (parameters != null) return new Match(endpoint, parameters);
    }
    TreeSet<String> allowed = new TreeSet<>();
    for (Endpoint endpoint : candidates) {
      if (endpoint.match(rawPath) == null) continue;
      allowed.add(endpoint.method());
      if (endpoint.acceptsHead()) allowed.add("HEAD");
    }
    RefusedException refusal =
        allowed.isEmpty()
            ? noSuchPath(rawPath)
            : RefusedException.methodNotAllowed(String.join(", ", allowed));
    return new Match(Endpoint.of(method, "/", context -> JsonText.response(refusal)), Map.of());
  }

  /** The service has its own error for an unknown path. The control refers to its description. */
  private static RefusedException noSuchPath(String rawPath) {
    return RefusedException.notFound(
        firstSegment(rawPath).equals("__admin")
            ? "Not found; GET /__admin/openapi.yaml lists the paths of /__admin"
            : "Not found");
  }

  private List<Endpoint> candidates(String rawPath) {
    LazyEndpoints branch = branches.get(firstSegment(rawPath));
    if (branch == null) return endpoints;
    List<Endpoint> made = branch.endpoints;
    return made == null ? branch.get() : made;
  }

  private static String firstSegment(String rawPath) {
    int slash = rawPath.indexOf('/', 1);
    return Endpoint.decoded(rawPath.substring(1, slash < 0 ? rawPath.length() : slash));
  }
}
